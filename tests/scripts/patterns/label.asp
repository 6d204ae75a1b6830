f = v -> match v {
    Some (Some x) -> "deep {x}"
    Some x        -> "some {x}"
    None          -> "none"
    Point (x, y)  -> "point {x} {y}"
    _             -> "other"
}
print (map f [Some 1, Some (Some 2), None, Point (3, 4), Point 5, Other])
# expect: ["some 1", "deep 2", "none", "point 3 4", "other", "other"]
