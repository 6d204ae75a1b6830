m = { a: [1], b: [2] }
keep = m
m.a |>= push 5
m.b[0] = 6
print m
# expect: { a: [1, 5], b: [6] }
print keep
# expect: { a: [1], b: [2] }
