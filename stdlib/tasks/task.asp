# The functions of module task that take functions.

## Runs `f ()` as a task of its own, and gives its value. What f spawns has ended by then.
# task.scope (() -> { t = spawn 1; await t }) => 1
scope = f -> task.join (spawn f ())

## The values of tasks, in the order of the list. If one fails, or the call is cancelled, the others are cancelled. The first error in the list is raised when all have ended.
# task.all [spawn 1, spawn 2] => [1, 2]
all = ts -> {
    if ts is (_: Channel) or ts is (_: Fiber) { ts = list ts }    # for the second time through
    match try (map task.join ts) {
        Ok values -> values
        Err e -> {
            found = match try (_first_error ts) {
                Ok (Some first) -> first
                _ -> e    # also of what is no task
            }
            try (_end_all ts)
            error found
        }
    }
}

# Of those that have failed by now. `map task.join ts` gives the error of the task that was spawned first.
_first_error = ts -> {
    for t in ts {
        if task.done? t and (try (await t)) is Err e { return Some e }
    }
    None
}

_end_all = ts -> {
    for t in ts { task.cancel t }
    for t in ts { try (task.join t) }
}

## The value of `f ()`. If the call takes longer than that many seconds, it is cancelled, and Timeout is raised when it has ended. A value that it gives all the same is not lost: a message that came at that moment, or what it gives after it has caught the cancel. A `cell.change` that has begun is completed first.
# task.timeout 60 (() -> 5) => 5
timeout = seconds f -> {
    gate = channel 0
    t = spawn {
        recv gate    # Nothing could cancel a long call on the only worker if the time did not run yet.
        f ()
    }
    is_late = match try (task.limit seconds t gate) {
        Ok late -> late
        Err e -> {
            task.cancel t
            try (task.join t)
            error e
        }
    }
    if not is_late { return task.join t }
    match try (task.join t) {
        Err (Cancelled _) -> error (Timeout { message: "task.timeout: not done within {seconds} s" })
        Err e -> error e
        Ok value -> value
    }
}

## Writes an error that `try` has caught, with its trace, to standard error, and goes on. For a server or a loop that outlives the failures of its parts: `match try (work job) { Err e -> task.report e, Ok _ -> () }`. `task.report_text` gives the text. (Python: `traceback.print_exc`.)
report = e -> eprint (task.report_text e)

## Calls each function with () in a task of its own. The value, or the error, of the one that ends first; the others are cancelled.
# task.race [() -> 5] => 5
race = fs -> scope (() -> {
    ts = []
    for f in fs { ts |>= push (spawn try (f ())) }    # the error of a loser counts for nothing
    if empty? ts { error (ValueError { message: "task.race: fs is empty" }) }
    winner = task.first_done ts
    for t in ts { task.cancel t }
    match await winner {
        Ok value -> value
        Err e -> error e
    }
})

## The value of `f ()`, called in a task with that priority: see `task.spawn_with`.
# task.priority 1 (() -> 5) => 5
priority = n f -> task.join (task.spawn_with n f)
