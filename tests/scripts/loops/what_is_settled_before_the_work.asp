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

# Containers that are passed on, and that the next iteration changes in place.
pair = () -> {
    s, t = (1, [2]), 0
    for i in 0..40 {
        (a, xs) = s
        s = ((a * 7 + len xs) % 101, if len xs > 4 { [a] } else { push a xs })
        t = (t * 3 + work (s.0 % 40) + s.0 + sum s.1) % 1009
    }
    (s, t)
}
print (pair ())
# expect: ((36, [91]), 661)
record = () -> {
    s, t = {n: 1, seen: [:], last: None}, 0
    for i in 0..40 {
        s.n = (s.n * 7 + 1) % 101
        s.seen[s.n % 5] = i
        s.last = if i % 3 == 0 { Some i } else { s.last }
        t = (t * 3 + work (s.n % 40) + s.n + sum (values s.seen)) % 1009
    }
    (s, t)
}
print (record ())
# expect: ({ n: 34, seen: [3: 38, 2: 36, 4: 39, 1: 32, 0: 37], last: Some 39 }, 649)
growing = () -> {
    xs, d, text, t = [], [:], "", 0
    for i in 0..60 {
        xs |>= push i
        d[i % 7] = len xs
        text += "ab"
        t = (t * 3 + work (xs[i] % 40) + len xs + d[i % 7] + len text) % 1009
    }
    (sum xs, d, len text, t)
}
print (growing ())
# expect: (1770, [0: 57, 1: 58, 2: 59, 3: 60, 4: 54, 5: 55, 6: 56], 120, 314)
permuted = () -> {
    p, t = list (0..9), 0
    for i in 0..60 {
        p[i % 9], p[i * 5 % 9] = p[i * 5 % 9], p[i % 9]
        t = (t * 3 + work (p[3] + p[5]) + p[4]) % 1009
    }
    (p, t)
}
print (permuted ())
# expect: ([0, 2, 4, 6, 5, 7, 3, 1, 8], 817)
states = () -> {
    s, b, t = Idle, false, 0
    for i in 0..40 {
        s = match s { Idle -> Waits i, Waits n | i - n > 2 -> Done, Waits n -> Waits n, Done -> Idle }
        b = not b
        t = (t * 3 + work (if b { i } else { 5 }) + len (show s)) % 1009
    }
    (s, b, t)
}
print (states ())
# expect: (Idle, false, 319)
# More carried numbers than a loop has places for.
many = () -> {
    a, b, c, d, e, f, g, h, j, t, i = 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0
    while i < 60 {
        i += 1
        a, b, c = (a * 3 + 1) % 97, (b * 3 + a) % 97, (c * 3 + b) % 97
        d, e, f = (d * 5 + c) % 97, (e * 5 + d) % 97, (f * 5 + e) % 97
        g, h, j = (g * 7 + f) % 97, (h * 7 + g) % 97, (j * 7 + h) % 97
        t = (t * 3 + work (j % 40)) % 1009
    }
    (a, b, c, d, e, f, g, h, j, t)
}
print (many ())
# expect: (15, 5, 31, 84, 40, 73, 26, 7, 5, 704)

# Again, as schedules differ.
for f in [random, low_bits, inner, around, behind, twice, branch, handler, pair, record, growing, permuted,
          states, many] {
    once = f ()
    for _ in 0..8 { if f () != once { print "not the same" } }
}
