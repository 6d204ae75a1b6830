t = spawn exit 3
recv (channel 0)
print "never"
# exit: 3
