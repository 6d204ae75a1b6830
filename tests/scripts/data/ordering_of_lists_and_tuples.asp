print [[1, 2] < [1, 3], [1] < [1, 0], [2] < [1, 9], [] < [0]]
# expect: [true, true, false, true]
print [(1, "b") < (1, "c"), (2, "a") < (1, "b")]
# expect: [true, false]
print (b"a" < b"b")
# expect: true
