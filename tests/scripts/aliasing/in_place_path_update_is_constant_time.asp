m = { grid: [repeat 200000 0] }
for i in 0..200000 { m.grid[0][i] += i }
print m.grid[0][199999]
# expect: 199999
