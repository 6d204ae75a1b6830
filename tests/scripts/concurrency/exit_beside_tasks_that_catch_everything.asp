# `exit` ends tasks that catch the error that ends them.
stubborn = () -> { try (recv (channel 0)); try (task.yield ()); stubborn () }
tasks = map (i -> spawn { spawn stubborn (); stubborn () }) (0..10)
for i in 0..10 { task.yield () }
spawn { try (exit 3); print "not reached" }
try (await tasks[0])
stubborn ()
# exit: 3
