print "never"
x = 12abc   # expect error:
