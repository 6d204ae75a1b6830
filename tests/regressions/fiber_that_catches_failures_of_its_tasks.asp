# A failed child was raised at a `yield` that waited; the fiber caught it and yielded again without having been
# resumed, so its values went past the place for one.
f = fiber {
    ts = []
    for i in 0..40 { ts |>= push (spawn (error i)) }
    for t in ts { while not (task.done? t) { task.yield () } }
    for i in 0..40 { try (yield [i]) }
    "end"
}
got = []
while f () is Some v { got |>= push v }
print (len got, got[0], got[39])
# expect: (40, [0], [39])
