t = n -> { print n; n }
add = x y -> x + y
f = add (t 1)
# expect: 1
print (f 2 + f 3)
# expect: 7
