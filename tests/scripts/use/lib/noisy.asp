print "loading noisy"
value = 7
