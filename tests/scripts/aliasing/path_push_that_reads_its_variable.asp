# copying the list at every push would take minutes
state = { at: 0, items: [] }
for _ in 0..200000 {
    state.at += 1
    state.items |>= push (state.at * 2)
}
print (len state.items, last state.items)
# expect: (200000, 400000)

r = { xs: [1], n: 5 }
r.xs |>= push r.xs
r.xs |>= push r.n
print r
# expect: { xs: [1, [1], 5], n: 5 }

grow = n xs -> push n xs
r.xs |>= grow (len r.xs)
r.xs = grow r.n r.xs
print r.xs
# expect: [1, [1], 5, 3, 5]
