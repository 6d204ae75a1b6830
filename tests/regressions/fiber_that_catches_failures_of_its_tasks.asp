# A failed child was raised at a `yield` that waited; the fiber caught it and yielded again without having been
# resumed, so its values went past the place for one.
f = fiber {
    ts = []
    for i in 0..40 { ts |>= push (spawn (error i)) }
    for t in ts { while not (task.done? t) { task.yield () } }
    for i in 0..60 { try (yield [i]) }
}
got = []
while (try (f ())) is Ok (Some [v]) { got |>= push v }
print (got == list (0..60))     # expect: true
