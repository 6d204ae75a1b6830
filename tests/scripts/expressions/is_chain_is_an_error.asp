print "never"
x = 1 is 1 is 1    # expect error:
