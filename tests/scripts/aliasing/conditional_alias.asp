pick = c xs ys -> if c { xs } else { ys }
xs = [1]
ys = [2]
z = pick true xs ys
z[0] = 9
w = if false { xs } else { ys }
w[0] = 8
print [xs, ys, z, w]
# expect: [[1], [2], [9], [8]]
