# exit: 3
task.detach (spawn { print "leaving"; exit 3 })
recv (channel 0)
# expect: leaving
