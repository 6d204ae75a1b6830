# Functions of the library that catch errors let a cancel of their own task through.
never = channel 0
begun = channel 0
wait = _ -> {
    send begun ()
    recv never
}
t = spawn test.property (rng -> (1, rng)) wait
recv begun
task.cancel t
print ((try (await t)) is Err (Cancelled _))
# expect: true

# Also while `task.timeout` waits for the end of the task that it has cancelled.
stage = cell 0
seen = cell ()
done = cell None
stubborn = _ -> {
    try (recv never)
    cell.set 1 stage
    while not (cell.get done is Some _) { }
}
t = spawn {
    # Repeats until the time-out ends after `stubborn` has begun.
    while cell.get stage == 0 { cell.set (try (task.timeout 0.01 (() -> stubborn ()))) seen }
    cell.set (Some ()) done
}
while cell.get stage == 0 { task.yield () }
task.cancel t
try (await t)
print ((cell.get seen) is Err (Cancelled _))
# expect: true
