# Another task than the spawner awaits a task that fails: the spawner does not get the error. The spawner
# itself waits only after the other task has the error, so it does not matter which of them waits first.
family = () -> {
    gate = channel 0
    t = spawn { recv gate; error "x" }
    reader = spawn try (await t)
    send gate ()
    while not (task.done? reader) { }
    got = await reader
    (got, try (await t))
}
for i in 0..20 { if family () != (Err "x", Err "x") { print "no" } }
print (await (spawn family ()))   # expect: (Err "x", Err "x")
