a = [1, 2, 3, 4]
s = a[1..3]
a[1] = 100
print s
# expect: [2, 3]
print a
# expect: [1, 100, 3, 4]
