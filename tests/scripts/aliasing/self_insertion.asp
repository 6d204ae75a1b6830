xs = [1]
xs |>= push xs
xs[1][0] = 2
print xs
# expect: [1, [2]]
r = { me: [] }
r.me = r
r.me.me = 5
print r
# expect: { me: { me: 5 } }
