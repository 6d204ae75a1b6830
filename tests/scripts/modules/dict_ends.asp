d = ["a": 1, "b": 2, "c": 3]
print [dict.first d, dict.last d]
# expect: [("a", 1), ("c", 3)]
print (dict.pop_first d)
# expect: (("a", 1), ["b": 2, "c": 3])
