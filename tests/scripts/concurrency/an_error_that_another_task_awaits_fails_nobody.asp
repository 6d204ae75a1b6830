# A task fails that another one than its spawner awaits: the spawner hears nothing of that. It does not wait itself
# before the other has the error, so it makes no difference whether that one waits already as the task fails.
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
