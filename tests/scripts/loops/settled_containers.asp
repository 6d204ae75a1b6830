# An iteration still reads what the next one, to which it was passed, changes. Chaos lets them overlap in one of
# some thousand calls, so there are many.
work = n -> { t = n; for i in 0..3 { t = (t * 7 + i) % 1009 }; t }
seen = () -> {
    s, t = {n: 1, seen: [0, 0, 0, 0, 0]}, 0
    for i in 0..4 {
        s.n = (s.n * 7 + 1) % 101
        s.seen[s.n % 5] = i
        t = (t * 3 + work s.n + s.n + sum s.seen) % 1009
    }
    (s, t)
}
different = 0
for _ in 0..20000 { different += if seen () != ({n: 74, seen: [0, 0, 2, 0, 3]}, 359) { 1 } else { 0 } }
print (seen (), different)
# expect: (({ n: 74, seen: [0, 0, 2, 0, 3] }, 359), 0)
