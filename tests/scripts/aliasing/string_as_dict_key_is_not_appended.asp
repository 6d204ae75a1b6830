s = "k"
d = [s: 1]
s += "2"
d[s] = 2
s += "3"
print d
# expect: ["k": 1, "k2": 2]
