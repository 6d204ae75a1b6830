f = x -> y -> x - y
print (f 5 3)
# expect: 2
g = a -> b -> c -> d -> [a, b, c, d]
print (g 1 2 3 4)
# expect: [1, 2, 3, 4]
