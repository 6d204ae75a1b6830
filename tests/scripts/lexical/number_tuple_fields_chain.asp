t = ((1, 2), (3, (4, 5)))
print t.0.1
# expect: 2
print t.1.1.0
# expect: 4
