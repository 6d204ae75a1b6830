outer = xs -> {
    inner = ys -> { ys[0] = "inner"; ys }
    zs = inner xs
    xs[1] = "outer"
    [xs, zs]
}
print (outer [1, 2])
# expect: [[1, "outer"], ["inner", 2]]
