x = { y = 1 }
print x
# expect: ()
f = () -> { z = 2 }
print (f ())
# expect: ()
