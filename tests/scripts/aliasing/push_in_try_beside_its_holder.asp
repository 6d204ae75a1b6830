# `push` adds to the list in its place, also where the variable is needed after the `try`.
held = xs -> {
    r = try {
        match xs {
            ys -> {
                xs |>= push 9
                ys
            }
        }
    }
    (r, xs)
}
print (held (list (0..2)))
# expect: (Ok [0, 1], [0, 1, 9])
fails = xs -> {
    r = try {
        match xs {
            ys -> {
                xs |>= push 9
                error ys
            }
        }
    }
    (r, xs)
}
print (fails (list (0..2)))
# expect: (Err [0, 1], [0, 1, 9])
