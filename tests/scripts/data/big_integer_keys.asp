d = [2 ** 80: "big"]
print d[2 ** 80]
# expect: big
print d[2.0 ** 80]
# expect: big
print (contains (2 ** 80 + 1) d)
# expect: false
