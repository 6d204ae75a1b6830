print "never"
continue         # expect error: continue
