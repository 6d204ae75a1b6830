# A task that resumed a fiber just as it ended never got its end: a deadlock for tasks that awaited the task.
drain = g -> {
    s = 0
    try { for v in g { s += v } }
    s
}
for _ in 0..600 {
    g = fiber { for i in 0..50 { yield i } }
    ts = map (_ -> spawn (drain g)) (0..8)
    task.cancel ts[0]
    for t in ts {
        match try (await t) {
            Err (Deadlock e) -> { print e }
            _ -> ()
        }
    }
}
print "END"     # expect: END
