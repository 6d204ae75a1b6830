xs = [[1], [2]]
ys = map (x -> { x[0] *= 10; x }) xs
print xs
# expect: [[1], [2]]
print ys
# expect: [[10], [20]]
