print "never"
x = 1 == 1 == 1    # expect error: ==
