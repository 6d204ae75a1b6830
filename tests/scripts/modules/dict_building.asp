print (dict.from [("a", 1), ("b", 2)])
# expect: ["a": 1, "b": 2]
print (dict.from_keys ["x", "yy"] len)
# expect: ["x": 1, "yy": 2]
print (dict.invert ["a": 1, "b": 2])
# expect: [1: "a", 2: "b"]
