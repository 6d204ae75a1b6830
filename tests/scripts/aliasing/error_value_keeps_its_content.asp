xs = [1]
r = try (error xs)
xs[0] = 2
print r
# expect: Err [1]
