hint = f -> match try (f ()) {
    Err (Deadlock { message, hint }) -> print "{message}: {hint}"
    r -> print r
}
hint (() -> recv (channel 0))
# expect: this waits for what can never come, a value from a channel: no task is left that sends: `close` the channel when no more is sent, and `recv` gives None
hint (() -> send (channel 0) 1)
# expect: this waits for what can never come, room in a channel: no task is left that receives: start that task first, or give the channel more room, as in `channel 16`
hint (() -> semaphore.acquire (semaphore 0))
# expect: this waits for what can never come, a permit of a semaphore: no task is left that gives a permit back: `semaphore.with s f` does so however f ends; a transaction has its database to itself, so the tasks that it starts may not use that
c = cell 0
hint (() -> cell.update (n -> cell.update (m -> m) c) c)
# expect: this waits for what can never come, the end of a cell's change: while a cell is changed, all other uses of it wait, also those in the function that changes it; tasks that change several cells must take them in the same order

r = try (select [])
print (r is Err (Deadlock _) and not (r is Err (Deadlock { hint: _ })))         # expect: true
