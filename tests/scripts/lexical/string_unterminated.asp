print "never"
x = "abc     # expect error:
