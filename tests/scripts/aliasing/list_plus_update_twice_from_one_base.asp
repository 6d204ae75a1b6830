base = [1]
a = base
b = base
a += [2]
b += [3]
print [base, a, b]
# expect: [[1], [1, 2], [1, 3]]
