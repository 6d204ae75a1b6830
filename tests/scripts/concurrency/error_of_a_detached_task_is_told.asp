# exit: 0
fail = () -> error "lost"       # expect error: error of a detached task: error: lost
t = spawn fail ()
task.detach t
for i in 0..50 { task.yield () }
print "over"                    # expect: over
