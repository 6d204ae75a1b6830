d = ["a": 1]
print ((try { d["b"] += 1 }) is Err (KeyError _))
# expect: true
print d
# expect: ["a": 1]
