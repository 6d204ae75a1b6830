ch = channel 0
t = spawn { recv ch; for i in 0..100 { task.yield () }; print "last" }
print "first"
close ch
# expect: first
# expect: last
