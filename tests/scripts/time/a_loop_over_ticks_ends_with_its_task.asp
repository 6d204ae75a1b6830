# Ticks without a reader keep no program alive, and a task that waits for one can be cancelled.
ticking = spawn { for _ in time.every 1000 { print "never" } }
task.yield ()
task.cancel ticking
print ((try (await ticking)) is Err (Cancelled _))
# expect: true
time.every 1000
print "over"
# expect: over
