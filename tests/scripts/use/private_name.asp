print "never"
use "./lib/geometry"
print geometry._secret       # expect error: _secret
# exit: 2
