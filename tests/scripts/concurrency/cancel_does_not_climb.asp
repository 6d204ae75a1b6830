t = spawn recv (channel 0)
task.cancel t
print "goes on"            # expect: goes on
