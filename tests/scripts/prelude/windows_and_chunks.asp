print (windows 2 [1, 2, 3])
# expect: [[1, 2], [2, 3]]
print (windows 5 [1, 2])
# expect: []
print (chunks 2 [1, 2, 3])
# expect: [[1, 2], [3]]
print (chunks 3 [])
# expect: []
