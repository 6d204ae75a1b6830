r = try (map error [1, 2])
print r
# expect: Err 1
