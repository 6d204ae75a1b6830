# `task.room?` waits until fewer than so many of the caller's own tasks run.
gate = channel 0
waiting = spawn { recv gate; "first" }
print (task.room? 2, task.done? waiting)    # expect: (true, false)
opening = spawn (send gate ())
print (task.room? 1, task.done? waiting, task.done? opening)    # expect: (true, true, true)
print (task.room? (2 ** 70))                # expect: true

# The end of one task makes room, while another one still waits.
slow = spawn recv gate
quick = spawn { for _ in 0..20 { task.yield () } }
print (task.room? 2, task.done? slow, task.done? quick)         # expect: (true, false, true)
send gate ()

# Tasks of other tasks do not count, nor do detached ones.
inner = spawn { spawn recv gate; recv gate }
print (task.room? 2)                        # expect: true
send gate ()
send gate ()
print (task.room? 1)                        # expect: true
detached = spawn recv gate
task.detach detached
print (task.room? 1)                        # expect: true
send gate ()

# A child that fails ends the wait: in a task of the usual kind with its error.
fails = () -> { spawn (error "failed"); task.room? 1 }
print (try (task.scope fails))              # expect: Err "failed"
refuses = () -> {
    failing = spawn (error "failed")
    accepts = task.room? 1
    (accepts, try (await failing))
}
print (await (task.ordered refuses))        # expect: (false, Err "failed")

print (try (task.room? 0))
# expect: Err (ValueError { message: "task.room?: most must be at least 1" })
