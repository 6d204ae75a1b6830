explore = path n -> {
    if n == 0 { return [path] }
    left = path
    left |>= push "l"
    path |>= push "r"
    explore left (n - 1) + explore path (n - 1)
}
print (explore [] 2)
# expect: [["l", "l"], ["l", "r"], ["r", "l"], ["r", "r"]]
