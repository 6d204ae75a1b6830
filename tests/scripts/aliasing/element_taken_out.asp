m = [[1, 2], [3, 4]]
row = m[0]
row[0] = 100
print m
# expect: [[1, 2], [3, 4]]
m[0][1] = 200
print row
# expect: [100, 2]
print m
# expect: [[1, 200], [3, 4]]
