print "never"
1 + x = 3      # expect error:
