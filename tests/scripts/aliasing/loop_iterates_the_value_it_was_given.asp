xs = [1, 2, 3]
for x in xs {
    xs |>= push (x * 10)
    xs[0] = 0
}
print xs
# expect: [0, 2, 3, 10, 20, 30]
