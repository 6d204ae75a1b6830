print (7 / 2)
# expect: 3.5
print (6 / 2)
# expect: 3.0
print (1 / 3)
# expect: 0.3333333333333333
print (type_of (4 / 2))
# expect: Float
