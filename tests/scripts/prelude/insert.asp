print (insert 1 "x" ["a", "b"])
# expect: ["a", "x", "b"]
print (insert 2 "x" ["a", "b"])
# expect: ["a", "b", "x"]
print (insert "b" 2 ["a": 1])
# expect: ["a": 1, "b": 2]
print (insert "a" 9 ["a": 1])
# expect: ["a": 9]
