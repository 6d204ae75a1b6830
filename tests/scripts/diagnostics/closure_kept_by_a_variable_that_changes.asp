# Only a variable that keeps the function may be completed later.
t = c -> {
    f = x -> g x    # expect error: `g` is used above the line that binds it
    f = 5
    g = y -> c
    (f, g 1)
}
