a = [1]
b = [2]
a, b = b, a
a[0] = 20
print [a, b]
# expect: [[20], [1]]
