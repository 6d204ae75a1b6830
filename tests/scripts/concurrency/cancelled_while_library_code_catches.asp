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

# `task.timeout` waits for the end of the task that it has cancelled, also if it is cancelled itself meanwhile.
stage = cell 0
stubborn = _ -> {
    try (recv never)
    cell.set 1 stage
    while cell.get stage == 1 { }
    7
}
start = () -> spawn try (task.timeout 0.01 (() -> stubborn ()))
t = start ()
while cell.get stage == 0 {
    if task.done? t { t = start () }    # the time was over before `stubborn` had begun
    task.yield ()
}
task.cancel t
cell.set 2 stage
print ((try (await t)) is Err (Cancelled _))
# expect: true
