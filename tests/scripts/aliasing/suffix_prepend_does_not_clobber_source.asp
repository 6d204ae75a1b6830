a = [1, 2, 3]
s = a[1..]
s = ["new", ..s]
print a
# expect: [1, 2, 3]
print s
# expect: ["new", 2, 3]
