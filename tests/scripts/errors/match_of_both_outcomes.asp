# `match try e { Ok p -> …, Err q -> … }` keeps no label around the parts.
half = n -> if n % 2 == 0 { n // 2 } else { error (Odd n) }
told = n -> match try (half n) { Ok v -> "half {v}", Err e -> "no: {e}" }
print (map told (0..4))                                      # expect: ["half 0", "no: Odd 1", "half 1", "no: Odd 3"]
print (match try (half 3) { Ok _ -> 1, Err _ -> 2 })         # expect: 2

# An arm is not inside the `try`.
outer = n -> try (match try (half n) { Ok v -> error (Late v), Err (e) -> error (Again e) })
print (outer 4, outer 5)                                     # expect: (Err (Late 2), Err (Again (Odd 5)))

# Nested, and with `return`, `break` and assignments in the arms.
deep = n -> match try (match try (half n) { Ok v -> half v, Err e -> error e }) { Ok v -> v, Err (e) -> -1 }
print (map deep [8, 6, 5])                                   # expect: [2, -1, -1]
first = xs -> {
    for x in xs { match try (half x) { Ok v -> return v, Err _ -> continue } }
    None
}
print (first [1, 3, 10], first [1])                          # expect: (5, None)
seen = []
failed = 0
for i in 0..5 { match try (half i) { Ok v -> seen |>= push v, Err _ -> failed += 1 } }
print (seen, failed)                                         # expect: ([0, 1, 2], 2)

# What the attempt has changed before it failed stays; what others hold does not change.
xs = [1, 2]
ys = xs
match try ({ xs[0] = 9; half 1 }) { Ok _ -> (), Err _ -> xs |>= push 3 }
print (xs, ys)                                               # expect: ([9, 2, 3], [1, 2])
zs = match try ys { Ok list -> { list[1] = 7; list }, Err e -> error e }
print (zs, ys)                                               # expect: ([1, 7], [1, 2])
