f = xs -> len xs
print (f [0])
# expect: 1
print (f [1, 2, 3])
# expect: 3
