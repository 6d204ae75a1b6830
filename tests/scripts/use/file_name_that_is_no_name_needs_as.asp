print "never"
use "./lib/two-words"        # expect error: as
