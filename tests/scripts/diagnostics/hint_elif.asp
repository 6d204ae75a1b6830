if false { print 1 }
elif true { print 2 }   # expect error: else if
