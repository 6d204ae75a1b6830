m = [[1], [2]]
m[0] = m[1]
m[1][0] = 9
print m
# expect: [[2], [9]]
