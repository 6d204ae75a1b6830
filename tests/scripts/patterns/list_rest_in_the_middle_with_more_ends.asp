[a, b, ..mid, y, z] = [1, 2, 3, 4, 5, 6]
print [a, b, mid, y, z]
# expect: [1, 2, [3, 4], 5, 6]
