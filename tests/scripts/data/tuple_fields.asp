t = (1, "a", [2])
print t.0
# expect: 1
print t.2[0]
# expect: 2
print (len t)
# expect: 3
