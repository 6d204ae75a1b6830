if false { print 1 }
elsif true { print 2 }  # expect error: else if
