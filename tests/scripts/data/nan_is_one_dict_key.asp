d = [:]
d[math.nan] = 1
d[math.nan] = 2
print (len d)
# expect: 1
print d[math.nan]
# expect: 2
