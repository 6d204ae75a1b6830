a, b, c = 1, 2, 3
a, b, c = b, c, a
print [a, b, c]
# expect: [2, 3, 1]
