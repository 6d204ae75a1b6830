x = 1
if x { print "yes" }     # expect error: TypeError
