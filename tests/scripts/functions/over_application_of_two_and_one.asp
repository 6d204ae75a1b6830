f = a b -> c -> [a, b, c]
print (f 1 2 3)
# expect: [1, 2, 3]
h = f 1
print (h 2 3)
# expect: [1, 2, 3]
