print "never"
x = 1__0    # expect error:
