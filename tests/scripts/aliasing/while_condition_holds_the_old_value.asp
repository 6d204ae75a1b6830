xs = [1, 2, 3]
old = xs
while len xs > 0 {
    _, xs = pop xs
}
print old
# expect: [1, 2, 3]
print xs
# expect: []
