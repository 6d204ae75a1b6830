# A task fails before or during `first_done` or `ends_within?`: its error is kept, and raised at the spawner's
# end and no sooner, unless the task is awaited first.
never_parks = t -> loop {
    if task.done? t { break }
    task.yield ()
}
fails_before = () -> {
    t = spawn { error "x" }
    never_parks t
    t
}
fails_meanwhile = () -> {
    go = channel 0
    t = spawn { recv go; error "x" }
    spawn { send go () }
    t
}
waits = () -> {
    c = channel 0
    spawn { send c "waited" }
    recv c
}
by_first = t -> task.first_done [t] == t
by_time = t -> task.ends_within? 1000 t
held_back = begins watches -> task.scope (() -> {
    t = begins ()
    print (watches t, waits ())
    "ended well"
})
awaited = begins watches -> task.scope (() -> {
    t = begins ()
    print (watches t, waits (), try (await t))
    "ended well"
})
for begins in [fails_before, fails_meanwhile] {
    for watches in [by_first, by_time] {
        print (try (held_back begins watches))
        print (try (awaited begins watches))
    }
}
# expect: (true, Some "waited")
# expect: Err "x"
# expect: (true, Some "waited", Err "x")
# expect: Ok "ended well"
# expect: (true, Some "waited")
# expect: Err "x"
# expect: (true, Some "waited", Err "x")
# expect: Ok "ended well"
# expect: (true, Some "waited")
# expect: Err "x"
# expect: (true, Some "waited", Err "x")
# expect: Ok "ended well"
# expect: (true, Some "waited")
# expect: Err "x"
# expect: (true, Some "waited", Err "x")
# expect: Ok "ended well"
