fill = xs i -> {
    if i == len xs { return xs }
    xs[i] = i
    fill xs (i + 1)
}
a = [9, 9, 9]
print (fill a 0)
# expect: [0, 1, 2]
print a
# expect: [9, 9, 9]
