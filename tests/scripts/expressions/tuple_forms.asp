print (1, "a")
# expect: (1, "a")
print (1,)
# expect: (1,)
print ()
# expect: ()
print ((1))
# expect: 1
t = 1, 2
print t
# expect: (1, 2)
