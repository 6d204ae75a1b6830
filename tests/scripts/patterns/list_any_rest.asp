f = xs -> match xs {
    [1, .._] -> "starts with one"
    [.._, 9] -> "ends with nine"
    [.._]    -> "a list"
    _        -> "no list"
}
print (map f [[1, 2], [1], [2, 9], [5], [], 5])
# expect: ["starts with one", "starts with one", "ends with nine", "a list", "a list", "no list"]
