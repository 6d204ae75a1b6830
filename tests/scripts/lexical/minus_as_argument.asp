print -1
# expect: -1
f = a b -> a * b
print (f -2 -3)
# expect: 6
print (abs -7)
# expect: 7
