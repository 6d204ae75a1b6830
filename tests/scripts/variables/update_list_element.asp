xs = [1, 2, 3]
xs[2] = 7
xs[0] += 10
xs[-1] *= 2
print xs
# expect: [11, 2, 14]
