# A part that a call replaces is reached only after what stands before it in the call, and before what follows it.
noisy = n -> {
    print "evaluated {n}"
    n
}
with = v xs -> push v xs
before = xs v -> push v xs

pushed = () -> {
    xs = [[[1]]]
    xs[5][0] = push (noisy 1) xs[5][0]
    xs
}
print ((try (pushed ())) is Err (IndexError _))
# expect: evaluated 1
# expect: true

called = () -> {
    state = { a: { b: [1] } }
    state.c.b = with (noisy 2) state.c.b
    state
}
print ((try (called ())) is Err (KeyError _))
# expect: evaluated 2
# expect: true

part_first = () -> {
    state = { a: { b: [1] } }
    state.c.b = before state.c.b (noisy 3)
    state
}
print ((try (part_first ())) is Err (KeyError _))
# expect: true

piped = () -> {
    state = { a: { b: [1] } }
    state.c.b = state.c.b |> with (noisy 4)
    state
}
print ((try (piped ())) is Err (KeyError _))
# expect: true

piped_first = () -> {
    state = { a: { b: [1] } }
    state.c.b = noisy 5 |> before state.c.b
    state
}
print ((try (piped_first ())) is Err (KeyError _))
# expect: evaluated 5
# expect: true

left = () -> {
    state = { a: { b: [1] } }
    state.c.b = with (if noisy 6 == 6 { return "left" } else { 2 }) state.c.b
    state
}
print (left ())
# expect: evaluated 6
# expect: left

failing_argument = () -> {
    state = { a: { b: [1] } }
    state.c.b = with [1][7] state.c.b
    state
}
print ((try (failing_argument ())) is Err (IndexError _))
# expect: true

callee_first = () -> {
    state = { a: { b: [1] } }
    state.c.b = { noisy 7; with 1 } state.c.b
    state
}
print ((try (callee_first ())) is Err (KeyError _))
# expect: evaluated 7
# expect: true

both = v xs -> (v, push v xs)
in_a_tuple = () -> {
    state = { a: { b: [1] } }
    took, state.c.b = both (noisy 8) state.c.b
    (took, state)
}
print ((try (in_a_tuple ())) is Err (KeyError _))
# expect: evaluated 8
# expect: true

still_in_place = n -> {
    state = { a: { b: [] } }
    for i in 0..n { state.a.b = with (i * 2) state.a.b }
    state.a.b
}
print (still_in_place 5)
# expect: [0, 2, 4, 6, 8]
