a = [1, 2]
f = () -> a
b = f ()
b[0] = 7
print (f ())
# expect: [1, 2]
print b
# expect: [7, 2]
