for wait in [() -> recv (channel 0), () -> send (channel 0) 1, () -> sleep 1000, () -> await (spawn (recv (channel 0))),
    () -> semaphore.acquire (semaphore 0), () -> select [on (channel 0) identity, after 1000 identity],
    () -> { c = cell 1; cell.take c; cell.take c }, () -> task.ends_within? 1000 (spawn (recv (channel 0))),
    () -> task.first_done [spawn (recv (channel 0))], () -> gather (x -> recv x) [channel 0],
    () -> { f = fiber { recv (channel 0) }; f () }, () -> select []] {
    t = spawn wait ()
    task.cancel t
    print ((try (await t)) is Err (Cancelled _))
}
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
