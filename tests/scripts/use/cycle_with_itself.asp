print "never"
use "./cycle_with_itself"    # expect error: cycle
