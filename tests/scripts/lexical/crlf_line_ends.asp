x = 1
print x
# expect: 1
print "a"
# expect: a
