a = ["x": 1]
b = a
b["x"] = 2
b["y"] = 3
print a
# expect: ["x": 1]
print b
# expect: ["x": 2, "y": 3]
