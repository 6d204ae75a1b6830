# A pattern of a record reads the fields that it names.
hole = q -> {
    { xs } = q
    q.xs = ()
    xs[0] = 9
    print q
    q.xs = xs
    q
}
print (hole { xs: [1, 2], k: 1 })
# expect: { xs: (), k: 1 }
# expect: { xs: [9, 2], k: 1 }
kept = { xs: [1, 2], k: 1 }
print (hole kept)
# expect: { xs: (), k: 1 }
# expect: { xs: [9, 2], k: 1 }
print kept
# expect: { xs: [1, 2], k: 1 }
rebuilt = q -> {
    { xs, k } = q
    xs[0] = k
    q = { xs, k }
    q
}
print (rebuilt { xs: [1, 2], k: 7 })
# expect: { xs: [7, 2], k: 7 }
looks = q c -> {
    { xs, k } = q
    xs[0] = k + 8
    if c { print q }
    q.xs = xs
    q
}
print (looks { xs: [1, 2], k: 1 } true)
# expect: { xs: [1, 2], k: 1 }
# expect: { xs: [9, 2], k: 1 }
print (looks { xs: [1, 2], k: 1 } false)
# expect: { xs: [9, 2], k: 1 }
fails = q -> {
    { xs, nothing } = q
    q.xs = xs
    q.nothing = nothing
    q
}
print (try (fails kept))
# expect: Err (MatchError { message: "no pattern matches \{ xs: [1, 2], k: 1 }", value: { xs: [1, 2], k: 1 } })
print kept
# expect: { xs: [1, 2], k: 1 }
nested = q -> {
    { xs: [first, ..rest], ys } = q
    ys[0] = 9
    rest |>= push first
    q.ys = ys
    q.xs = rest
    q
}
print (nested { xs: [[1], [2]], ys: [3] })
# expect: { xs: [[2], [1]], ys: [9] }
same = q -> {
    { xs: a } = q
    { xs: b } = q
    a[0] = 8
    b[0] = 9
    q.xs = b
    (a, q)
}
print (same { xs: [1, 2] })
# expect: ([8, 2], { xs: [9, 2] })
inside = q -> {
    r = try {
        { xs } = q
        xs[0] = 9
        xs[5] = 1
        q.xs = xs
        1
    }
    (q, r is Err _)
}
print (inside { xs: [1, 2] })
# expect: ({ xs: [1, 2] }, true)
spread = q -> {
    xs = q.xs
    xs[0] = q.k + 5
    { ..q, xs }
}
print (spread { xs: [1, 2], k: 1 })
# expect: { xs: [6, 2], k: 1 }
print (spread kept)
# expect: { xs: [6, 2], k: 1 }
print kept
# expect: { xs: [1, 2], k: 1 }
spread_twice = q -> {
    xs = q.xs
    xs[0] = 5
    p = { ..q, k: 2 }
    r = { ..q, xs }
    (p, r)
}
print (spread_twice { xs: [1, 2], k: 1 })
# expect: ({ xs: [1, 2], k: 2 }, { xs: [5, 2], k: 1 })
borrowed = q -> {
    b = q.xs
    { xs } = q
    xs[0] = 9
    q.xs = xs
    (b, q)
}
print (borrowed { xs: [1, 2] })
# expect: ([1, 2], { xs: [9, 2] })
captured = q -> {
    { xs } = q
    g = () -> q
    xs[0] = 9
    q.xs = xs
    (g (), q)
}
print (captured { xs: [1, 2] })
# expect: ({ xs: [1, 2] }, { xs: [9, 2] })
lent = q -> {
    b = q.xs
    { xs } = q
    xs[0] = 9
    q.xs = xs
    b[0] * 10 + q.xs[0]
}
print (lent { xs: [1, 2] })
# expect: 19
