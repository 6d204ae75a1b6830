print (remove 1 ["a", "b", "c"])
# expect: ["a", "c"]
print (remove "a" ["a": 1, "b": 2])
# expect: ["b": 2]
