x = 1
f = () -> x
x = 2
print (f ())
# expect: 1
print x
# expect: 2
