# The start below 200,000 with the longest Collatz sequence: iterations of about 2 µs.
steps = n -> { k = 0; while n != 1 { if n % 2 == 0 { n = n // 2 } else { n = 3 * n + 1 }; k += 1 }; k }
best, where = 0, 0
for i in 1..200_000 {
    k = steps i
    if k > best {
        best = k
        where = i
    }
}
print (where, best)
# expect: (156159, 382)
