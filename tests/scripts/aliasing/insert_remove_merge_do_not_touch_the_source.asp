d = ["a": 1]
e = insert "b" 2 d
f = remove "a" d
g = merge d ["a": 9]
print [d, e, f, g]
# expect: [["a": 1], ["a": 1, "b": 2], [:], ["a": 9]]
