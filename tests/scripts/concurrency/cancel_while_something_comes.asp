# A value and a cancellation come at once: a wait that was cut short leaves nothing for the next one to find.
for i in 0..200 {
    a = channel 0
    b = channel 1
    send b "b"
    ready = channel 0
    t = spawn {
        first = try { send ready (); for v in a { } }
        (first is Err (Cancelled _), try (recv (channel 0)))
    }
    recv ready
    u = spawn (try (send a "a"))
    task.cancel t
    close a
    match try (await t) {
        Ok (_, Err (Cancelled _)) or Err (Cancelled _) -> ()
        other -> print other
    }
}
print "done"               # expect: done
