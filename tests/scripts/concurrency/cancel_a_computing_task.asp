started = channel 0
t = spawn { send started (); n = 0; loop { n += 1 } }
recv started
task.cancel t
print ((try (await t)) is Err (Cancelled _))    # expect: true
u = spawn { send started (); f = n -> f (n + 1); f 0 }
recv started
task.cancel u
print ((try (await u)) is Err (Cancelled _))    # expect: true
