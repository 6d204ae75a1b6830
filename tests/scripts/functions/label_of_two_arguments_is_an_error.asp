print "never"
x = Some 1 2          # expect error: Some
