row = [0]
m = [[], []]
m[0] = row
m[1] = row
row[0] = 1
m[0][0] = 2
print [row, m]
# expect: [[1], [[2], [0]]]
