d = ["b": 1, "a": 2]
print (keys d)
# expect: ["b", "a"]
print (values d)
# expect: [1, 2]
print (entries d)
# expect: [("b", 1), ("a", 2)]
