# Counters of a loop have their next value before the iteration ends, whatever the iteration does with them.
work = n -> { for i in 0..30 { i }; n }
run = f -> f ()
print (run (() -> { i = 10; t = []; while i > 0 { t |>= push (work i); i -= 3 }; (i, t) }))
# expect: (-2, [10, 7, 4, 1])
print (run (() -> { i = 1; t = 0; while i < 1_000_000 { t += work i; i *= 10 }; (i, t) }))
# expect: (1000000, 111111)
print (run (() -> { x = 0.5; t = 0.0; while x < 3.0 { t += work x; x += 0.5 }; (x, t) }))
# expect: (3.0, 7.5)
print (run (() -> { i = 0; step = 7; t = 0; while i < 30 { t += work i; i += step }; (i, t) }))
# expect: (35, 70)
# A large step, a counter past the small integers, an Int that becomes a Float.
print (run (() -> { i = 140737488355326; t = 0; while i < 140737488355331 { t += work 1; i += 1 }; (i, t) }))
# expect: (140737488355331, 5)
print (run (() -> { i = 9223372036854775806; t = 0; while t < 4 { t += work 1; i += 1 }; i }))
# expect: 9223372036854775810
print (run (() -> { i = 0; t = 0; while t < 4 { t += work 1; i += 0.5 }; i }))
# expect: 2.0
# Updated before, after and around the call; twice; in one branch only; in an inner loop.
print (run (() -> { i = 0; t = []; while i < 4 { i += 1; t |>= push (work i) }; t }))
# expect: [1, 2, 3, 4]
print (run (() -> { i = 0; t = []; while i < 8 { i += 1; t |>= push (work i); i += 1 }; t }))
# expect: [1, 3, 5, 7]
print (run (() -> { i = 0; k = 0; t = []; while k < 8 { if k % 2 == 0 { i += 10 }; t |>= push (work i); k += 1 }; t }))
# expect: [10, 10, 20, 20, 30, 30, 40, 40]
print (run (() -> { i = 0; k = 0; t = []; while k < 3 { for j in 0..2 { i += 1; work j }; t |>= push (work i); k += 1 }; t }))
# expect: [2, 4, 6]
print (run (() -> {
    i = 0
    k = 0
    t = []
    while k < 3 { loop { i += 1; if work i % 3 == 0 { break } }; t |>= push (work i); k += 1 }
    t
}))
# expect: [3, 6, 9]
# `continue` leaves out one update and not the other.
print (run (() -> {
    i = 0
    odd = 0
    t = []
    while i < 8 {
        i += 1
        t |>= push (work i)
        if i % 2 == 0 { continue }
        odd += 1
    }
    (odd, t)
}))
# expect: (4, [1, 2, 3, 4, 5, 6, 7, 8])
# An error between two updates.
print (run (() -> {
    i = 0
    k = 0
    while i < 6 {
        i += 1
        caught = try { if work i % 2 == 0 { error "even" }; k += 1 }
    }
    (i, k)
}))
# expect: (6, 3)
# The step itself changes; the counter is set by hand.
print (run (() -> { i = 0; step = 1; t = []; while i < 20 { t |>= push (work i); i += step; step += 1 }; t }))
# expect: [0, 1, 3, 6, 10, 15]
print (run (() -> { i = 0; t = []; while i < 9 { t |>= push (work i); i += 1; if i == 4 { i = 7 } }; t }))
# expect: [0, 1, 2, 3, 7, 8]
# A closure keeps the value of its own iteration.
print (run (() -> { i = 0; fs = []; while i < 3 { k = i; fs |>= push (() -> work k); i += 1 }; map (f -> f ()) fs }))
# expect: [0, 1, 2]
# Beside a `for`.
print (run (() -> { i = 0; t = []; for x in "abc" { t |>= push "{x}{work i}"; i += 2 }; (i, t) }))
# expect: (6, ["a0", "b2", "c4"])
