f = xs -> match xs {
    []     -> "empty"
    [x]    -> "one {x}"
    [x, y] -> "two {x} {y}"
    _      -> "more"
}
print (map f [[], [1], [1, 2], [1, 2, 3], "ab"])
# expect: ["empty", "one 1", "two 1 2", "more", "more"]
