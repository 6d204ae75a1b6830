xs = [10, 20, 30]
print xs[1]
# expect: 20
print "abc"[1]
# expect: b
print (xs)[2]
# expect: 30
