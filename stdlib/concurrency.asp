# The part of the prelude that takes functions and starts tasks: apart, so that a program which does not name it
# needs no workers.

## What f gives for the elements, each in a task of its own, in their order. If one fails, those after it are cancelled at once; the first error in the list is raised.
# gather (x -> x * 2) [1, 2, 3] => [2, 4, 6]
gather = f xs -> await (task.ordered (() -> {
    ts = []
    for x in xs { ts |>= push (spawn f x) }
    map await ts
}))

_with_permit = permits f x -> {
    semaphore.acquire permits
    result = try f x
    semaphore.release permits
    match result {
        Ok v -> v
        Err e -> error e
    }
}

## `gather` with at most n tasks at a time.
# gather_limit 2 (x -> x * 2) [1, 2, 3] => [2, 4, 6]
gather_limit = n f xs -> {
    if not (n is (_: Int)) { error (TypeError { message: "gather_limit: n must be an Int, not {show n}" }) }
    if n < 1 { error (ValueError { message: "gather_limit: n must be at least 1" }) }
    permits = semaphore n
    gather (x -> _with_permit permits f x) xs
}

## A case of `select`: f is called with `Some v` when a value v comes from the channel, with `None` if that is closed.
# (on (channel 0) identity) is On _ => true
on = ch f -> On (ch, f)

## A case of `select`: f is called with () when the channel has taken v.
# (sending (channel 1) 5 identity) is Sending _ => true
sending = ch v f -> Sending (ch, v, f)

## A case of `select`: f is called with () when so many seconds have passed.
# select [after 0 (() -> 5)] => 5
after = seconds f -> After (seconds, f)

## Waits for the first of several cases that is possible, in their order, and gives what its function gives.
# { ch = channel 1; send ch 5; select [on ch (v -> v), after 60 (() -> None)] } => Some 5
select = cases -> {
    (f, given) = task.choose cases
    f given
}
