print "never"
while = 3   # expect error:
