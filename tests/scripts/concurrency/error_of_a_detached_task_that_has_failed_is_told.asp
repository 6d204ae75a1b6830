# exit: 0
t = spawn error "lost"          # expect error: error of a detached task: error: lost
while not (task.done? t) { task.yield () }
task.detach t
print "over"                    # expect: over
