f = v -> match v {
    1 or 2 or 3      -> "small"
    "a" or "b"       -> "letter"
    Some x or Just x -> "holds {x}"
    _                -> "other"
}
print (map f [2, 3, "b", Some 5, Just 6, 4])
# expect: ["small", "small", "letter", "holds 5", "holds 6", "other"]
