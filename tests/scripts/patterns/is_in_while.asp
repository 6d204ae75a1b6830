xs = [1, 2, 3]
total = 0
while xs is [h, ..t] {
    total += h
    xs = t
}
print total
# expect: 6
