# A loop that carries the state of a generator, a record, and adds up the work of its iterations, about 1 ms each.
next = g -> { seed: (g.seed * 1103515245 + 12345) % 2147483648, calls: g.calls + 1 }
work = n -> { t = n; for i in 0..90000 { t = (t * 7 + i) % 1009 }; t }
total = 0
g = { seed: 42, calls: 0 }
for _ in 0..300 {
    g = next g
    total += work (g.seed % 1000)
}
print "{total} after {g.calls} calls"
# expect: 149146 after 300 calls
