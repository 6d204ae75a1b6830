# The part of module time that takes functions.

## Calls `f ()` now and then every so many seconds, until it gives false. A call that takes longer delays the next one.
# time.every 0 (() -> false) => ()
every = seconds f -> {
    due = time.monotonic ()
    while f () != false {
        due += seconds
        wait = due - time.monotonic ()
        if wait > 0 { time.sleep wait } else { due -= wait }
    }
}

## What `f ()` gives, and how many seconds it took.
# (time.measure (() -> 5)).0 => 5
measure = f -> {
    begin = time.monotonic ()
    result = f ()
    (result, time.monotonic () - begin)
}
