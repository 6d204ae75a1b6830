[a, b] = [1, 2]
print (a + b)
# expect: 3
[first_one, ..others] = [1, 2, 3]
print [first_one, others]
# expect: [1, [2, 3]]
xs = [1, 2, 3]
[..xs, x] = xs
print (x, xs)
# expect: (3, [1, 2])
