print "never"
f = a a -> a          # expect error: a
