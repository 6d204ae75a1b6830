f = v -> match v {
    [(1 or 2), x]         -> "first {x}"
    Some ("yes" or "ja")  -> "agreed"
    (_, 0) or (0, _)      -> "axis"
    _                     -> "other"
}
print (map f [[2, "q"], Some "ja", (5, 0), (0, 5), (1, 1)])
# expect: ["first q", "agreed", "axis", "axis", "other"]
