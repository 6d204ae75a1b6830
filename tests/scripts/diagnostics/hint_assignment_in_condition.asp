x = 5
if x = 5 { print 1 }    # expect error: ==
