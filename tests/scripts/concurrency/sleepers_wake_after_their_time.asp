# A task sleeps for its own time: no shorter, and no longer because another task sleeps longer.
sleeps = seconds -> {
    begin = time.monotonic ()
    sleep seconds
    time.monotonic () - begin >= seconds
}
long = spawn sleep 1000
print (gather sleeps [0.03, 0.01, 0.02, 0])     # expect: [true, true, true, true]
print (task.done? long)                         # expect: false
task.cancel long
