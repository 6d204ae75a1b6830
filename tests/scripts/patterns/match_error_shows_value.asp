f = v -> match v { 1 -> "one" }
print (f 1)
# expect: one
r = try (f [2, "x"])
match r {
    Err (MatchError { message }) -> print (contains "[2, \"x\"]" message)
}
# expect: true
