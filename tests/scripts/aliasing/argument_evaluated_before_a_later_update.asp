f = a b -> [a, b]
xs = [1]
print (f xs { xs[0] = 2; xs })
# expect: [[1], [2]]
