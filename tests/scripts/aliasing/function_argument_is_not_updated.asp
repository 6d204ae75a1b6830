change = xs -> { xs[0] = 100; xs }
a = [1, 2]
b = change a
print a
# expect: [1, 2]
print b
# expect: [100, 2]
