# A later iteration begins with what the one before has settled before its own work.
work = n -> { t = 1; for i in 0..n { t = (t * 31 + i) % 1009 }; t }

random = () -> {
    t, seed = 0, 42
    for i in 0..100 {
        seed = (seed * 1103515245 + 12345) % 2147483648
        t += work (seed % 50)
    }
    (t, seed)
}
print (random ())
# expect: (46560, 1205999894)

by_call = () -> {
    next = s -> (s * 1103515245 + 12345) % 2147483648
    seen, seed = [], 7
    for i in 0..20 {
        seed = next seed
        seen |>= push (work (seed % 50), seed)
    }
    seen[-1]
}
print (by_call ())
# expect: (721, 488910227)

low_bits = () -> {
    free, t, n = 0b1011011, 0, 0
    while free != 0 {
        b = bits.and free (-free)
        free = bits.xor free b
        t += work (b % 60)
        n += 1
    }
    (t, n)
}
print (low_bits ())
# expect: (2688, 5)

# Written again in a loop of the body, behind the work, in one branch only, and by a handler.
inner = () -> {
    s, t = 1, 0
    for i in 0..30 {
        for j in 0..3 { s = (s * 5 + work j) % 97 }
        t = (t * 3 + work s) % 1009
    }
    (s, t)
}
print (inner ())
# expect: (92, 700)
around = () -> {
    s, t, i = 1, 0, 0
    while i < 20 {
        i += 1
        j = 0
        while j < 3 {
            t = (t + work (s % 40)) % 1009
            s = (s * 5 + 1) % 97
            j += 1
        }
    }
    (s, t)
}
print (around ())
# expect: (41, 85)
behind = () -> {
    s, t = 1, 0
    for i in 0..50 {
        s = (s * 7 + 1) % 101
        t = (t + work (s % 40)) % 1009
        if t % 3 == 0 { s += 1 }
    }
    (s, t)
}
print (behind ())
# expect: (22, 832)
twice = () -> {
    s, t = 1, 0
    for i in 0..50 {
        for j in 0..3 {
            s = (s * 5 + 1) % 97
            t = (t * 3 + work s) % 1009
        }
    }
    (s, t)
}
print (twice ())
# expect: (14, 670)
branch = () -> {
    s, t = 1, 0
    for i in 0..50 {
        if i % 3 == 0 { s = (s * 7 + 1) % 101 }
        t = (t * 2 + work (s % 40)) % 1009
    }
    (s, t)
}
print (branch ())
# expect: (41, 514)
handler = () -> {
    s, t = 1, 0
    for i in 0..50 {
        s = (s * 7 + 1) % 101
        r = match try (if s % 5 == 0 { error "five" } else { work (s % 40) }) {
            Ok v -> v
            Err _ -> {
                s += 3
                1
            }
        }
        t = (t * 2 + r) % 1009
    }
    (s, t)
}
print (handler ())
# expect: (7, 918)

# Of other kinds: long Ints, Floats, texts, lists.
kinds = first step -> {
    s, t = first, 0
    for i in 0..20 {
        s = step s
        t = (t * 2 + work (len "{s}" % 30)) % 1009
    }
    (s, t)
}
print (kinds 3 (s -> s * s % 1000000000000000003))
print (kinds 0.5 (s -> s * 1.5))
print (kinds "a" (s -> if len s > 9 { "b" } else { s + "c" }))
print (kinds [1] (s -> if len s > 5 { [2] } else { push 3 s }))
print (kinds 1 (s -> if s is (_: Int) { "x" } else { 1 }))
# expect: (993605331189498839, 620)
# expect: (1662.6283650398254, 361)
# expect: ("b", 757)
# expect: ([2, 3, 3], 642)
# expect: (1, 890)

# Again, as schedules differ.
for f in [random, low_bits, inner, around, behind, twice, branch, handler] {
    once = f ()
    for _ in 0..8 { if f () != once { print "not the same" } }
}
