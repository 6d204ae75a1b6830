print (list (range 1 9 2))
# expect: [1, 3, 5, 7]
print (list (range 10 0 -3))
# expect: [10, 7, 4, 1]
print (list (range 0 5 10))
# expect: [0]
