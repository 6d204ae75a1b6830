print "never"
f = v -> match v {
    Pair a b -> a       # expect error: Pair
    _ -> 0
}
