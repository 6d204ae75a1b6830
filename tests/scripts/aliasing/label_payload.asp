xs = [1]
v = Some xs
xs[0] = 2
print v
# expect: Some [1]
print xs
# expect: [2]
