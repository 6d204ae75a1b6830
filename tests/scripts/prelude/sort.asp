print (sort [3, 1, 2])
# expect: [1, 2, 3]
print (sort ["b", "a", "C"])
# expect: ["C", "a", "b"]
print (sort [2, 1.5, -1])
# expect: [-1, 1.5, 2]
print (sort [[2, 1], [1, 9], [1]])
# expect: [[1], [1, 9], [2, 1]]
print (sort "hello")
# expect: ["e", "h", "l", "l", "o"]
print (sort [])
# expect: []
