print "never"
use "./lib/cycle_one"
# exit: 2
