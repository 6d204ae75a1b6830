make = xs -> () -> xs
a = [1]
f = make a
a[0] = 2
print (f ())
# expect: [1]
