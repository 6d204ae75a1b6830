# The part that is pushed to is read before the value is evaluated.
f = () -> {
    xs = [[1]]
    xs[5] |>= push (1 // 0)
}
print (match try (f ()) { Err (IndexError _) -> "index", other -> show other })    # expect: index
g = () -> {
    xs = [[1]]
    ys = [1]
    xs[5] |>= push ys[9].missing
}
print (match try (g ()) { Err (IndexError e) -> e.message, other -> show other })    # expect: index 5 is out of range for a list of length 1
