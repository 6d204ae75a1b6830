f = a b c -> [a, b, c]
g = f 1
h = g 2
print (h 3)
# expect: [1, 2, 3]
print (g 8 9)
# expect: [1, 8, 9]
print (h 4)
# expect: [1, 2, 4]
