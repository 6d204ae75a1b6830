print "never"
use "./lib/does_not_compile"
# exit: 2
