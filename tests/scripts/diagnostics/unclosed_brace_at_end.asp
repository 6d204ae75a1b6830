print "never"
f = x -> {
    x + 1
# exit: 2
