# exit: 0
fail = () -> error "lost"       # expect error: error of a detached task: error: lost
t = spawn fail ()
task.detach t
while not (task.done? t) { task.yield () }
print "over"                    # expect: over
