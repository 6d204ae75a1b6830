f = fiber { loop { n = 1 } }
t = spawn f ()
for i in 0..20 { task.yield () }
task.cancel t
print ((try (await t)) is Err (Cancelled _))    # expect: true
print "over"                                    # expect: over
