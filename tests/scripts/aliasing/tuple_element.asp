xs = [1]
t = (xs, xs)
xs[0] = 2
a, b = t
a[0] = 3
print [xs, a, b]
# expect: [[2], [3], [1]]
print t
# expect: ([1], [1])
