r = 1..3
print r
# expect: 1..3
print (type_of r)
# expect: Range
print (list (1..=3))
# expect: [1, 2, 3]
