f = t -> match t {
    ()        -> "none"
    (a,)      -> "one {a}"
    (a, b)    -> "two {a} {b}"
    (a, b, c) -> "three {a} {b} {c}"
    _         -> "other"
}
print (map f [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [1, 2]])
# expect: ["none", "one 1", "two 1 2", "three 1 2 3", "other", "other"]
