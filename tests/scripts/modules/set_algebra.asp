a = set [1, 2, 3]
b = set [2, 3, 4]
print (set.union a b == set [1, 2, 3, 4])
# expect: true
print (set.intersect a b == set [2, 3])
# expect: true
print (set.difference a b == set [1])
# expect: true
