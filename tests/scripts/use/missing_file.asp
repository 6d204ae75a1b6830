print "never"
use "./lib/absent"           # expect error: absent
