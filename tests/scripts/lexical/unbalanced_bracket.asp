print "never"
x = (1 + 2
# exit: 2
