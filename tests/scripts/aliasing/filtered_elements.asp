xs = [[1], [2], [3]]
ys = filter (x -> x[0] > 1) xs
ys[0][0] = 99
print xs
# expect: [[1], [2], [3]]
print ys
# expect: [[99], [3]]
