t = spawn { loop { n = 1 } }
u = spawn recv (channel 0)
print "before"             # expect: before
error "stops all"          # expect error: stops all
