print "never"
x = "a\qb"   # expect error:
