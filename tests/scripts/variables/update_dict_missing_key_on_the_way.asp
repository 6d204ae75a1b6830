d = [:]
print ((try { d["x"]["y"] = 1 }) is Err (KeyError _))
# expect: true
