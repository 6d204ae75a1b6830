# The functions of the prelude that start tasks. They have a file of their own, so that a program that names
# none of them needs no workers.

## What f gives for the elements, each in a task of its own, in their order. If one fails, those after it are cancelled at once; the first error in the list is raised.
# gather (x -> x * 2) [1, 2, 3] => [2, 4, 6]
gather = f xs -> task.join (task.ordered (() -> {
    ts = []
    for x in xs { ts |>= push (spawn f x) }
    map await ts
}))

## `gather` with at most n tasks at a time. They start in the order of the elements, and none starts after one has failed.
# gather_limit 2 (x -> x * 2) [1, 2, 3] => [2, 4, 6]
gather_limit = n f xs -> {
    if not (n is (_: Int)) { error (TypeError { message: "gather_limit: n must be an Int, not {show n}" }) }
    if n < 1 { error (ValueError { message: "gather_limit: n must be at least 1" }) }
    task.join (task.ordered (() -> {
        ts = []
        for x in xs {
            if not task.room? n { break }
            ts |>= push (spawn f x)
        }
        map await ts
    }))
}

## A case of `select`: f is called with `Some v` when a value v comes from the channel, with `None` if that is closed.
# (on (channel 0) identity) is On _ => true
on = ch f -> On (ch, f)

## A case of `select`: f is called with () when the channel has taken v.
# (sending (channel 1) 5 identity) is Sending _ => true
sending = ch v f -> Sending (ch, v, f)

## A case of `select`: f is called with () after that many seconds.
# select [after 0 (() -> 5)] => 5
after = seconds f -> After (seconds, f)

## Waits for the first of several cases that is possible, in their order, and gives what its function gives.
# { ch = channel 1; send ch 5; select [on ch (v -> v), after 60 (() -> None)] } => Some 5
select = cases -> {
    (f, given) = task.choose cases
    f given
}
