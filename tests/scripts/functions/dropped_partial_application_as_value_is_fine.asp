add = x y -> x + y
f = add 1
f
print (f 2)
# expect: 3
make = () -> add 2
print (make () 3)
# expect: 5
