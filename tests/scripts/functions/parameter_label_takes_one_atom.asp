f = Some a b -> [a, b]
print (f (Some 1) 2)
# expect: [1, 2]
g = a Some (x, y) b -> [a, x, y, b]
print (g 1 (Some (2, 3)) 4)
# expect: [1, 2, 3, 4]
