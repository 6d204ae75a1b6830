print (list.transpose [[1, 2, 3], [4, 5, 6]])
# expect: [[1, 4], [2, 5], [3, 6]]
print (list.swap 0 2 [1, 2, 3])
# expect: [3, 2, 1]
