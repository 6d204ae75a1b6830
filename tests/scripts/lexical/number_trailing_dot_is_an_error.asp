print "never"
x = 1.      # expect error:
