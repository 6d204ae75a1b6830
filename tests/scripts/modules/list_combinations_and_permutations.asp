print (list.combinations 2 [1, 2, 3])
# expect: [[1, 2], [1, 3], [2, 3]]
print (list.combinations 0 [1])
# expect: [[]]
print (list.permutations [1, 2, 3])
# expect: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]
