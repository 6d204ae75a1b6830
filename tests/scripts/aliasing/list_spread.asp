inner = [1]
a = [inner]
b = [..a, inner]
b[0][0] = 5
print [inner, a, b]
# expect: [[1], [[1]], [[5], [1]]]
