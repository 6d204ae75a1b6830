started = channel 0
t = spawn {
    first = try { send started (); recv (channel 0) }
    second = try (recv (channel 0))
    (first is Err (Cancelled _), second is Err (Cancelled _), 1 + 1)
}
recv started
task.cancel t
print (await t)            # expect: (true, true, 2)
