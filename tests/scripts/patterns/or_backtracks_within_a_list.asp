f = v -> match v {
    [x, 1] or [1, x] -> x
    _ -> "none"
}
print (map f [[5, 1], [1, 6], [7, 7]])
# expect: [5, 6, "none"]
