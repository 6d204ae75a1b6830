print "never"
[a, a] = [1, 1]      # expect error: a
