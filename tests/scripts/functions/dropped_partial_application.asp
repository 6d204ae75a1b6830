add = x y -> x + y
print "before"
add 1                 # expect error: add
print "after"
