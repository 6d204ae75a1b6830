print (sort_with (a b -> a > b) [1, 3, 2])
# expect: [3, 2, 1]
print (sort_with (a b -> a.0 < b.0) [(1, "x"), (0, "y"), (1, "a"), (0, "b")])
# expect: [(0, "y"), (0, "b"), (1, "x"), (1, "a")]
