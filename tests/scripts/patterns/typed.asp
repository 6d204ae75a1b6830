f = v -> match v {
    n: Int    -> "int {n}"
    x: Float  -> "float {x}"
    s: String -> "string {s}"
    _: List   -> "list"
    _: Bool   -> "bool"
    _         -> "other"
}
print (map f [1, 1.0, "a", [], true, ()])
# expect: ["int 1", "float 1.0", "string a", "list", "bool", "other"]
