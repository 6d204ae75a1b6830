# Tasks that end, fail, are cancelled and are dropped.
work = n -> if n % 5 == 0 { error "refused" } else { n * 2 }
loop {
    ts = map (n -> spawn work n) (0..50)
    for t in ts { try (await t) }
    waiting = map (_ -> spawn recv (channel 0)) (0..20)
    for t in waiting { task.cancel t }
    for t in waiting { try (await t) }
    try (task.timeout 0.0001 (() -> sleep 10))
    task.detach (spawn task.yield ())
}
