grid = repeat 3 (repeat 2 0)
grid[1][0] = 5
print grid
# expect: [[0, 0], [5, 0], [0, 0]]
