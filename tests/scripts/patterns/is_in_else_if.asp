f = v -> {
    if v is Some x { "some {x}" }
    else if v is Point (x, y) and x == y { "diagonal {x}" }
    else { "other" }
}
print (map f [Some 1, Point (2, 2), Point (2, 3)])
# expect: ["some 1", "diagonal 2", "other"]
