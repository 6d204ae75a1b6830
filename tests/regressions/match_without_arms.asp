# The compiler looked at the first arm of a match that has none.
pair = () -> (1, 2)
print (try (match (pair ()) {}))
print (try (match 1 {}))
# expect: Err (MatchError { message: "no pattern matches (1, 2)", value: (1, 2) })
# expect: Err (MatchError { message: "no pattern matches 1", value: 1 })
