# A task that awaits a task that has already failed takes its error. Its siblings go on, as if it failed now.
f = () -> {
    bad = spawn error "known"
    go_on = channel 0
    good = spawn { recv go_on; 5 }
    while not (task.done? bad) { task.yield () }
    result = try (await bad)
    send go_on ()
    (result, await good)
}
print (await (spawn f ()))          # expect: (Err "known", 5)

# Likewise for a wait for several tasks.
g = () -> {
    bad = spawn error "known"
    good = spawn sleep 60
    while not (task.done? bad) { task.yield () }
    first = try (task.first_done [good, bad] |> await)
    task.cancel good
    (first, try (await good))
}
print (await (spawn g ()))          # expect: (Err "known", Err (Cancelled { message: "the task was cancelled" }))

# The error of another task, which is not awaited, is raised by the next wait, which is for something else.
h = () -> {
    bad = spawn error "known"
    worse = spawn error "unknown"
    while not (task.done? bad and task.done? worse) { task.yield () }
    print (try (await bad))
    sleep 0
    print "never"
}
print (try (await (spawn h ())))
# expect: Err "known"
# expect: Err "unknown"
