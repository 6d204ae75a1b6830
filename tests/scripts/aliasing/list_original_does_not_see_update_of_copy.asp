a = [1, 2, 3]
b = a
b[0] = 100
b |>= push 4
print a
# expect: [1, 2, 3]
print b
# expect: [100, 2, 3, 4]
