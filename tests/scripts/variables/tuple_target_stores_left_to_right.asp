xs = [0, 0]
xs[0], xs[0] = 1, 2
print xs
# expect: [2, 0]
i = 0
i, xs[i] = 1, 9
print xs
# expect: [2, 9]
