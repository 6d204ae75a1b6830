# A cancelled call of these functions is over when what it has started is: what is held around it is free only then.
held = f -> {
    s = semaphore 1
    ended = cell false
    begun = channel 1
    work = () -> {
        send begun ()
        match try (recv (channel 0)) {
            Err e -> {
                for i in 0..5 { task.yield () }    # cleans up
                cell.set true ended
                error e
            }
            _ -> ()
        }
    }
    t = spawn semaphore.with s (() -> f work)
    recv begun
    task.cancel t
    after = semaphore.with s (() -> cell.get ended)
    (after, (try (await t)) is Err (Cancelled _))
}
print (held (work -> task.scope work))
print (held (work -> gather (_ -> work ()) [1]))
print (held (work -> gather_limit 1 (_ -> work ()) [1]))
print (held (work -> task.race [work]))
print (held (work -> task.timeout 100 work))
print (held (work -> task.priority 1 work))
print (held (work -> task.all [spawn work ()]))
print (held (work -> task.join (spawn work ())))
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)

print (task.join (spawn 5))
print (try (task.join (spawn error Bad)))
# expect: 5
# expect: Err Bad

# What was begun after the cancel ends, too.
late = channel 1
begun = channel 0
t = spawn {
    try {
        send begun ()
        recv (channel 0)
    }
    send late ((try (task.scope (() -> recv (channel 0)))) is Err (Cancelled _))
}
recv begun
task.cancel t
try (await t)
print (recv late)
# expect: Some true
