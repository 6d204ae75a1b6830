print "never"
x = 1 < 2 < 3    # expect error:
