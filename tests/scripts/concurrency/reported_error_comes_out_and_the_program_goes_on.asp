# exit: 0
fail = n -> error "lost {n}"      # expect error: error: lost 1
match try (fail 1) { Err e -> task.report e, Ok _ -> () }
print "goes on"                   # expect: goes on
