ch = channel 0
t = spawn { recv ch; error "mine alone" }
task.detach t
send ch ()
for i in 0..50 { task.yield () }
print "over"               # expect: over
print (try (await t))      # expect: Err "mine alone"
