print (push 3 [1, 2])
# expect: [1, 2, 3]
print (pop [1, 2, 3])
# expect: (3, [1, 2])
print (pop_first [1, 2, 3])
# expect: (1, [2, 3])
