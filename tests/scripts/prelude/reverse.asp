print (reverse [1, 2, 3])
# expect: [3, 2, 1]
print (reverse "añb")
# expect: bña
print (reverse (0..3))
# expect: [2, 1, 0]
