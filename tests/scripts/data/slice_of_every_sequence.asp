# One rule for every sequence: negative bounds count from the end, then both are cut to what is there.
wrong = []
for xs in [list (0..5), "abcde", b"abcde", 0..5, 0..=4, range 4 -1 -1, range 0 10 2, 0..0, []] {
    all = list xs
    n = len xs
    place = i -> math.clamp 0 n (if i < 0 { i + n } else { i })
    for a in -8..8 {
        if list xs[a..] != drop (place a) all { wrong |>= push (xs, a, "to the end") }
        if list xs[..a] != take (place a) all { wrong |>= push (xs, "from the start", a) }
        for b in -8..8 {
            expected = take (max [0, place b - place a]) (drop (place a) all)
            if list xs[a..b] != expected { wrong |>= push (xs, a, b, xs[a..b]) }
        }
    }
}
print wrong                                   # expect: []
print ((0..10)[2..4], (0..10)[-3..], (1..=9)[..-7], (range 10 0 -3)[1..3], (0..3)[5..])
# expect: (2..4, 7..10, 1..3, range 7 1 -3, 3..3)
n = 10 ** 30
print ((0..n)[-2..], len (0..n)[5..-5] == n - 10, (n..n + 3)[1..])
# expect: (999999999999999999999999999998..1000000000000000000000000000000, true, 1000000000000000000000000000001..1000000000000000000000000000003)
r = 0..4
print (r[1..=2], r[1..=-1], try r["a"..2], try (1, 2)[0..1])
# expect: (1..3, 1..4, Err (TypeError { message: "the bounds of a slice are Ints, not \"a\"" }), Err (TypeError { message: "only lists, strings, bytes and ranges can be sliced, not (1, 2)" }))
