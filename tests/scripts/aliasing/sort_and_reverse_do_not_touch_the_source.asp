xs = [3, 1, 2]
ys = sort xs
zs = reverse xs
ys[0] = 100
print [xs, ys, zs]
# expect: [[3, 1, 2], [100, 2, 3], [2, 1, 3]]
