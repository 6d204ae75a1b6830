f = x, y -> x + y       # expect error: parameters are separated by spaces: `f = x y -> x + y`
print (f 1 2)
