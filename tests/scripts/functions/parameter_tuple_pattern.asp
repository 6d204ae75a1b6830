f = (a, b) -> a + b
print (f (1, 2))
# expect: 3
print (map f [(1, 1), (2, 3)])
# expect: [2, 5]
