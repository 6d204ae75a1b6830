m = [[1], [2]]
for row in m { row[0] = 9 }
print m
# expect: [[1], [2]]
