d = ["z": 1, "a": 2]
d["m"] = 3
d["z"] = 9
print d
# expect: ["z": 9, "a": 2, "m": 3]
d = remove "a" d
d["a"] = 5
print (keys d)
# expect: ["z", "m", "a"]
