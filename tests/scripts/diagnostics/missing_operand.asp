print "never"
x = 1 +
# exit: 2
