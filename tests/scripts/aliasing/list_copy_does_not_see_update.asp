a = [1, 2, 3]
b = a
a[0] = 100
print a
# expect: [100, 2, 3]
print b
# expect: [1, 2, 3]
