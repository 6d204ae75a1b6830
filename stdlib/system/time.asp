# The functions of module time that take functions.

## An endless source of ticks 1, 2, 3 … for a `for` loop. Tick n comes when n times `seconds` have passed since the call, so the ticks do not drift. A task that is late for a tick gets it at once. If it has missed several, it gets the last one, so the numbers show how many were missed. Each tick goes to one task.
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
