keep = xs -> xs
a = [1, 2]
b = keep a
a[0] = 5
print [a, b]
# expect: [[5, 2], [1, 2]]
