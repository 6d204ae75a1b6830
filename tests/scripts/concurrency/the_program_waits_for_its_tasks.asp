t = spawn { for i in 0..100 { task.yield () }; print "last" }
print "first"
# expect: first
# expect: last
