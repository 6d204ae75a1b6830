m = { stack: list (0..300000) }
total = 0
while not empty? m.stack {
    x, m.stack = pop m.stack
    total += x
}
print total
# expect: 44999850000
