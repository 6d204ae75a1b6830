# Module test: checks for tests. Each gives `()`, or raises an AssertionError that says what was expected.

## Raises an AssertionError that shows both unless a == b.
# test.equal [1] [1] => ()
equal = a b -> {
    if a != b {
        error (AssertionError { message: "expected {show a}, got {show b}", expected: a, got: b })
    }
}

## Raises an AssertionError unless a and b are numbers at most `tolerance` apart.
# test.near 1e-9 0.3 (0.1 + 0.2) => ()
near = tolerance a b -> {
    if not (a == b or abs (a - b) <= tolerance) {
        error (AssertionError { message: "expected {a} within {tolerance}, got {b}", expected: a, got: b })
    }
}

## Calls `f ()`, which must raise an error, and gives that error.
# test.raises (() -> error "no") => "no"
raises = f -> match try f () {
    Err e -> e
    Ok v  -> error (AssertionError { message: "expected an error, got {show v}", got: v })
}

## Checks that f is true for a hundred values of gen, a function of a random number generator that gives a value and the next generator.
# test.property (rng -> random.next_int 10 rng) (n -> n < 10) => ()
property = gen f -> {
    rng = random.from_seed 1
    for i in 0..100 {
        value, rng = gen rng
        holds = try f value
        if holds is Err (Cancelled e) { error (Cancelled e) }
        if holds != Ok true {
            error (AssertionError { message: "does not hold for {show value}: {show holds}", value: value })
        }
    }
}
