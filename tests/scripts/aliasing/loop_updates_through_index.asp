m = [[1], [2]]
for i in 0..2 { m[i][0] *= 10 }
print m
# expect: [[10], [20]]
