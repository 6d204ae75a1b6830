m = [[1, 2], [3, [4, 5]]]
print m[1][1][0]
# expect: 4
r = { rows: m }
print r.rows[0][1]
# expect: 2
