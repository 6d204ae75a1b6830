print (unique [3, 1, 3, 2, 1])
# expect: [3, 1, 2]
print (unique [1, 1.0, "1"])
# expect: [1, "1"]
print (flatten [[1, 2], [], [3]])
# expect: [1, 2, 3]
print (intersperse 0 [1, 2, 3])
# expect: [1, 0, 2, 0, 3]
print (intersperse 0 [])
# expect: []
