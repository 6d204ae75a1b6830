m = { stack: [] }
for i in 0..5 { m.stack |>= push i }
taken = []
while not empty? m.stack {
    x, m.stack = pop m.stack
    taken |>= push x
}
print taken
# expect: [4, 3, 2, 1, 0]
print m.stack
# expect: []
