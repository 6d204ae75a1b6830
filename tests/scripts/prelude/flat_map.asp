print (flat_map (x -> [x, x * 10]) [1, 2])
# expect: [1, 10, 2, 20]
print (flat_map (x -> []) [1, 2])
# expect: []
