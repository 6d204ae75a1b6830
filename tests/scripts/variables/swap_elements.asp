xs = [1, 2, 3]
xs[0], xs[2] = xs[2], xs[0]
print xs
# expect: [3, 2, 1]
i = 0
j = 1
xs[i], xs[j] = xs[j], xs[i]
print xs
# expect: [2, 3, 1]
