# A task fails while another one than its spawner waits for it: the spawner hears nothing of that.
family = () -> {
    gate = channel 0
    begun = channel 0
    t = spawn { recv gate; error "x" }
    reader = spawn { send begun (); try (await t) }
    recv begun
    for i in 0..5 { task.yield () }
    send gate ()
    got = await reader
    for i in 0..5 { task.yield () }
    (got, try (await t))
}
for i in 0..20 { if family () != (Err "x", Err "x") { print "no" } }
print (await (spawn family ()))   # expect: (Err "x", Err "x")
