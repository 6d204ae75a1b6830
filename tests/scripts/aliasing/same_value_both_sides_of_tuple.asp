x = [1]
a, b = x, x
a[0] = 2
print [x, a, b]
# expect: [[1], [2], [1]]
