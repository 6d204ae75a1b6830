d = ["a": 1, "b": 2, "a": 3]
print d
# expect: ["a": 3, "b": 2]
