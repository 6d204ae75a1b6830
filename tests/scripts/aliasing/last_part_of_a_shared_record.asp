# Each way replaces the last part of a path in a record that a second variable keeps. That one sees no change.
put = xs -> { xs[0] = 9; xs }
grow = xs -> push 4 (push 3 xs)
both = xs -> { a = push 5 xs; b = push 6 xs; a + b }
make = () -> { xs: [1, 2], d: ["a": [1]], p: { x: 1, ys: [1] }, t: (1, [2]), b: b"ab", s: "text" }
same = xs -> xs
fails = xs -> { xs |>= push 7; error xs }

ways = [
    r -> { r.xs |>= push 3; r.xs |>= push 4; r },
    r -> { r.xs |>= put; r },
    r -> { r.xs |>= grow; r.xs |>= put; r },
    r -> { r.xs |>= both; r },
    r -> { r.xs |>= same; r.xs[1] = 8; r },
    r -> { r.xs += [3]; r.xs += r.xs; r },
    r -> { r.xs |>= sort; r.xs |>= reverse; r },
    r -> { r.d |>= insert "b" [2]; r.d["a"] |>= push 2; r },
    r -> { r.p |>= (p -> { p.x = 5; p.ys |>= push 5; p }); r },
    r -> { r.p.ys |>= push 2; r.p.ys |>= put; r },
    r -> { r.p.x += 1; r.s += "!"; r },
    r -> { r.t |>= (t -> { t.0 = 7; t.1[0] = 7; t }); r },
    r -> { r.b |>= (b -> { b[0] = 65; b }); r },
    r -> { r = { ..r, xs: push 3 r.xs }; r = { ..r, xs: put r.xs }; r },
    r -> { try { r.xs |>= fails }; r },
    r -> { other = r; r.xs |>= push 3; other.xs |>= push 4; assert (other.xs == [1, 2, 4]); r },
    r -> { all = []; for i in 0..3 { all |>= push r; r.xs |>= push i }; assert (len all[2].xs == 4); r },
]
for way in ways {
    kept = make ()
    inner = kept.xs
    changed = way kept
    assert (kept == make () and inner == [1, 2])
    again = way kept
    assert (kept == make () and inner == [1, 2] and again == changed)
    print "{changed.xs} {changed.d} {changed.p} {changed.t} {changed.b} {changed.s}"
}
# expect: [1, 2, 3, 4] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [9, 2] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [9, 2, 3, 4] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [1, 2, 5, 1, 2, 6] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [1, 8] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [1, 2, 3, 1, 2, 3] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [2, 1] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [1, 2] ["a": [1, 2], "b": [2]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [1, 2] ["a": [1]] { x: 5, ys: [1, 5] } (1, [2]) b"ab" text
# expect: [1, 2] ["a": [1]] { x: 1, ys: [9, 2] } (1, [2]) b"ab" text
# expect: [1, 2] ["a": [1]] { x: 2, ys: [1] } (1, [2]) b"ab" text!
# expect: [1, 2] ["a": [1]] { x: 1, ys: [1] } (7, [7]) b"ab" text
# expect: [1, 2] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"Ab" text
# expect: [9, 2, 3] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [1, 2] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [1, 2, 3] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
# expect: [1, 2, 0, 1, 2] ["a": [1]] { x: 1, ys: [1] } (1, [2]) b"ab" text
