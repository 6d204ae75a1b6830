xs = [1, 2]
ys = [xs, { xs[0] = 5; xs }, xs]
print ys
# expect: [[1, 2], [5, 2], [5, 2]]
