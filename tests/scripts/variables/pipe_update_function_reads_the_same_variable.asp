r = { xs: [1, 2], n: 10 }
r.xs |>= map (x -> x + r.n)
print r
# expect: { xs: [11, 12], n: 10 }
