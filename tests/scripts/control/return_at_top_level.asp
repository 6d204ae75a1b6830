print "never"
return 5         # expect error: return
