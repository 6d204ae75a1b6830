# The error of a racer that loses counts for nothing, whenever it comes.
never = channel 0
loser = () -> match try (recv never) { Err (Cancelled _) -> error Late, Ok _ -> 0 }
print (map (_ -> try (task.race [() -> 5, loser])) (0..20) |> unique)
print (try (task.race [loser, () -> error First, loser]))
# expect: [Ok 5]
# expect: Err First

# The first error in the list, also if a task that was spawned before it has failed as well.
several = () -> {
    a = spawn error A
    b = spawn error B
    ok = spawn 1
    while not (task.done? a and task.done? b and task.done? ok) { task.yield () }
    task.all [ok, b, a]
}
print (try (task.scope several))
# expect: Err B
