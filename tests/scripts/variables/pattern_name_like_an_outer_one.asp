x = 1
r = match [10, 20] { [x, y] -> x + y }
print r
# expect: 30
