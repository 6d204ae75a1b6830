print (list.sort [2, 1])
# expect: [1, 2]
print (list.sort_by (x -> -x) [1, 2])
# expect: [2, 1]
