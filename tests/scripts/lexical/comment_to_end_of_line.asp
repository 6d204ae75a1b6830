# a whole line
print 1 # after an expression
# expect: 1
x = 2   # a comment does not join lines
        # nor does this one
print x
# expect: 2
print "# not a comment"
# expect: # not a comment
