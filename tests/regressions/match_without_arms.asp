# The first arm was looked at where there was none.
pair = () -> (1, 2)
print (try (match (pair ()) {}))
print (try (match 1 {}))
# expect: Err (MatchError { message: "no pattern matches (1, 2)", value: (1, 2) })
# expect: Err (MatchError { message: "no pattern matches 1", value: 1 })
