# A task that gives up waiting takes no signal with it: the next one gets it.
listener = signals.listen ["USR1"]
for _ in 0..20 {
    late = try (task.timeout 0.001 (() -> signals.next listener))
    assert (late is Err (Timeout _))
}
for i in 0..50 {
    waiting = spawn signals.next listener
    if i % 2 == 0 { task.yield () }
    signals.send "USR1" process.pid
    task.cancel waiting
    match try (await waiting) {
        Ok name -> assert (name == Some "USR1")
        Err (Cancelled _) -> assert (signals.next listener == Some "USR1")
    }
}
print "all there"
# expect: all there
