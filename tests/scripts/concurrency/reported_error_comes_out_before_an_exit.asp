# exit: 3
fail = n -> error "lost {n}"      # expect error: error: lost 1
t = spawn match try (fail 1) { Err e -> { task.report e; exit 3 }, Ok _ -> () }
await t
