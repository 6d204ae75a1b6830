print (index_of 3 [1, 3, 3])
# expect: Some 1
print (index_of 9 [1, 3])
# expect: None
print (index_of [2] [[1], [2]])
# expect: Some 1
