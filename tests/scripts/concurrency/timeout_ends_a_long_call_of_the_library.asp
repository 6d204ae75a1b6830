# No task gets a worker meanwhile, so the timer itself cancels. Each call would take an hour.
a = string.repeat 1000000 "a"
b = string.repeat 1000000 "b"
late = _ -> (try (task.timeout 0.02 (() -> string.distance a b))) is Err (Timeout _)
print (late ())                     # expect: true
print (gather late (0..8))          # expect: [true, true, true, true, true, true, true, true]
# What waits for it is told whether the task has ended.
t = spawn string.distance a b
print (task.cancel_after 0.02 t)    # expect: true
print ((try (await t)) is Err (Cancelled _))    # expect: true
print (task.cancel_after 60 (spawn 1))          # expect: false
# A time that is over already cancels as well.
t = spawn string.distance a b
print (task.cancel_after 0 t)       # expect: true
print ((try (await t)) is Err (Cancelled _))    # expect: true
