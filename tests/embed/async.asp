print (host.later "a")
print (host.meet "a" + host.meet "b")                  # in flight together
print (map host.meet ["c", "d"] |> join "")
print (try (host.fails ()))
print (try (host.drops ()))
print (match try (host.later 5) { Err (TypeError e) -> e.message, Ok v -> v })
print (match try (host.throws ()) { Err e -> e, Ok v -> v })
print (host.sum [1, 2, 3])
print (try (host.sum []))
print (host.slow_sum [4, 5])
host.note "one"
host.note "two"
print (host.twice 4)
waiting = spawn host.never ()
task.yield ()
task.cancel waiting
print ((try (await waiting)) is Err (Cancelled _))
print (gather (n -> host.later "{n}") (0..5))
