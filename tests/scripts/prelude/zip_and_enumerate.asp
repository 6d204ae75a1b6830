print (zip [1, 2, 3] ["a", "b"])
# expect: [(1, "a"), (2, "b")]
print (zip (0..2) "xy")
# expect: [(0, "x"), (1, "y")]
print (enumerate ["a", "b"])
# expect: [(0, "a"), (1, "b")]
