# A task is cancelled while what it awaits makes a long call inside of it. The call ends early only if the task is
# bound to end what it awaits.
done = channel 9
handle = channel 9
work = () -> {
    task.cancel (match recv handle { Some t -> t })
    send done (len (list.permutations (0..7)))
}
start = t -> { send handle t; try (await t); recv done }
# It catches its cancel, or a function that has called it does, and lets the other go on.
print (start (spawn { c = spawn work (); try (await c); task.detach c }))       # expect: Some 5040
wait = c -> { c; await c }
print (start (spawn { c = spawn work (); try (wait c); task.detach c }))        # expect: Some 5040
# What it awaits is not its child any more; or never was.
print (start (spawn { c = spawn work (); task.detach c; await c }))             # expect: Some 5040
c = spawn work ()
print (start (spawn (await c)))                                                 # expect: Some 5040
await c
