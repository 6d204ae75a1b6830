syntax 'unless condition body { if condition { } else { body } }
unless (1 > 2) { print "one"; print "two" }
# expect: one
# expect: two
unless true { print "never" }
print (unless false { 3 })
# expect: 3
