x = 1
if x == 1 print "one"   # expect error: {
