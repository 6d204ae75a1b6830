x = 1
if x == 1:              # expect error:
    print "one"
