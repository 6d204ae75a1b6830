# The functions of module time that take functions.

## Ticks without drift: goes for ever, and gives 1, 2, 3 … as that many times `seconds` have passed since it was made. A task that comes late for a tick gets it at once; of several that were missed the last, so their numbers tell how many there were. For `for`, which `break` leaves; each tick goes to one task.
# type_of (time.every 0.5) => Fiber
every = seconds -> {
    match seconds {
        (_: Number) | seconds > 0 and seconds < math.inf -> ()
        (_: Number) -> error (ValueError { message: "time.every: seconds must be a time above 0", })
        _ -> error (TypeError { message: "time.every: seconds must be a number, not {type_of seconds}", })
    }
    begin = time.monotonic ()
    fiber {
        tick = 0
        loop {
            passed = time.monotonic () - begin
            tick = max [tick + 1, floor (passed / seconds)]
            wait = tick * seconds - passed
            if wait > 0 { time.sleep wait }
            yield tick
        }
    }
}

## What `f ()` gives, and how many seconds it took.
# (time.measure (() -> 5)).0 => 5
measure = f -> {
    begin = time.monotonic ()
    result = f ()
    (result, time.monotonic () - begin)
}
