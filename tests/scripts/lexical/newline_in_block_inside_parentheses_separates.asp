r = map (x -> {
    y = x + 1
    y * 2
}) [1, 2]
print r
# expect: [4, 6]
