f = v -> match v {
    Some x or Just x | x > 1 -> "big {x}"
    _ -> "no"
}
print (map f [Some 1, Just 1, Some 2, Just 2])
# expect: ["no", "no", "big 2", "big 2"]
