print (list (0..4))
# expect: [0, 1, 2, 3]
print (list (0..=4))
# expect: [0, 1, 2, 3, 4]
print (list (3..3))
# expect: []
print (list (5..1))
# expect: []
print (list (-2..1))
# expect: [-2, -1, 0]
