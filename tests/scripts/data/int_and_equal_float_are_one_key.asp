d = [1: "int"]
d[1.0] = "float"
print d
# expect: [1: "float"]
print d[1]
# expect: float
print ([0.0: "zero"][-0.0])
# expect: zero
