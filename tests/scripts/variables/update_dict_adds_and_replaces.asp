d = ["a": 1]
d["b"] = 2
d["a"] = 3
print d
# expect: ["a": 3, "b": 2]
