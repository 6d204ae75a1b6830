print (concat [[1], [2, 3], []])
# expect: [1, 2, 3]
print (repeat 3 "x")
# expect: ["x", "x", "x"]
print (repeat 0 1)
# expect: []
print ((try (repeat -1 0)) is Err (ValueError _))
# expect: true
