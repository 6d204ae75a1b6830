f = x -> x
f
[1, 2]
print "three statements"
# expect: three statements
