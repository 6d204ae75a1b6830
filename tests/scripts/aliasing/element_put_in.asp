row = [1, 2]
m = [row, row]
m[0][0] = 100
print m
# expect: [[100, 2], [1, 2]]
print row
# expect: [1, 2]
row[1] = 300
print m
# expect: [[100, 2], [1, 2]]
