print "never"
x = (1 + 2      # expect error:
