t = spawn { loop { try (sleep 1000) } }
task.detach t
u = spawn { loop { n = 1 } }
task.detach u
print "over"               # expect: over
