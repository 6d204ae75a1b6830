x = (1
    + 2
    + 3)
print x
# expect: 6
f = a b -> a * b
print (f
    6
    7)
# expect: 42
