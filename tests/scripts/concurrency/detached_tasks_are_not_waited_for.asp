t = spawn recv (channel 0)
task.detach t
print "over"               # expect: over
