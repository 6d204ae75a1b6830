# exit: 0
# A task may be detached between its end, which `done?` tells, and the moment when its parent knows how it
# ended. Its error is told then, and does not end the parent.
ends = n -> {
    fail_later = i -> {
        for _ in 0..i { task.yield () }
        error "lost"            # expect error: error of a detached task: error: lost
    }
    ts = map (i -> spawn fail_later i) (0..n)
    for t in ts {
        while not (task.done? t) { task.yield () }
        task.detach t
    }
}
for _ in 0..20 { ends 50 }
print "over"                    # expect: over
