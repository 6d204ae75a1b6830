a = { 1; 2; 3 }
print a
# expect: 3
b = { z = 9 }
print b
# expect: ()
c = {}
print c
# expect: ()
