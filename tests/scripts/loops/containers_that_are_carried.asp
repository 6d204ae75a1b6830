work = n -> { t = n; for i in 0..60 { t = (t + i) % 89 }; t }
out, d, text, best, at = [], [:], "", 0, -1
for x in 0..8 {
    w = work x
    out |>= push w
    d[x % 3] = w
    text += "{w};"
    if w > best { best = w; at = x }
}
print out                                  # expect: [79, 80, 81, 82, 83, 84, 85, 86]
print d                                    # expect: [0: 85, 1: 86, 2: 84]
print text                                 # expect: 79;80;81;82;83;84;85;86;
print (best, at)                           # expect: (86, 7)
# The list that the loop runs over is updated after it, and in it.
xs = [3, 1, 2]
for x in xs { xs[0] = work x; xs |>= push x }
print xs                                   # expect: [81, 1, 2, 3, 1, 2]
grid = [[0, 0], [0, 0], [0, 0]]
for y in 0..3 { for x in 0..2 { grid[y][x] = work (y * x) } }
print grid                                 # expect: [[79, 79], [79, 80], [79, 81]]
a, b = 1, 0
for i in 0..40 { a, b = a + b, a }
print a                                    # expect: 165580141
stats = { count: 0, names: [] }
for n in ["x", "yy"] { stats.count += len n; stats.names |>= push n }
print stats                                # expect: { count: 3, names: ["x", "yy"] }
