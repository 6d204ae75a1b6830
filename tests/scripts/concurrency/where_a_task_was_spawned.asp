work = () -> {
    error "lost"           # expect error: lost
}
start = () -> spawn work ()
t = start ()
await t
