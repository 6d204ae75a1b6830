base = list (0..5)
copies = []
for i in 0..5 { copies |>= push base }
for i in 0..5 { copies[i][i] = "x" }
for c in copies { print c }
# expect: ["x", 1, 2, 3, 4]
# expect: [0, "x", 2, 3, 4]
# expect: [0, 1, "x", 3, 4]
# expect: [0, 1, 2, "x", 4]
# expect: [0, 1, 2, 3, "x"]
print base
# expect: [0, 1, 2, 3, 4]
