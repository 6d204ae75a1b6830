f = v -> match v {
    n: Int | n > 3 -> "big int"
    _: Int         -> "int"
    _              -> "other"
}
print (map f [5, 1, 5.0])
# expect: ["big int", "int", "other"]
