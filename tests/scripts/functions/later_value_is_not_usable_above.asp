print "never"
f = () -> late    # expect error: late
late = 5
