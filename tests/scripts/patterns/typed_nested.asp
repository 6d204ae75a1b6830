f = v -> match v {
    [(a: Int), (b: String)] -> "{a}{b}"
    Some (n: Int)           -> "some int {n}"
    { x: (x: Float) }       -> "float x {x}"
    _                       -> "other"
}
print (map f [[1, "a"], ["a", 1], Some 3, Some "3", { x: 1.5 }, { x: 1 }])
# expect: ["1a", "other", "some int 3", "other", "float x 1.5", "other"]
