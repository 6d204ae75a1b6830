# The values of `a, b = …` are read before the first target is assigned.
hole = q -> {
    ys, q.xs = q.xs, ()
    ys[0] = 5
    (ys, q)
}
print (hole { xs: [1, 2] })
# expect: ([5, 2], { xs: () })
kept = { xs: [1, 2] }
print (hole kept)
# expect: ([5, 2], { xs: () })
print kept
# expect: { xs: [1, 2] }
turned = q -> {
    q.a, q.b, q.c = q.b, q.c, q.a
    q.a[0] = 9
    q
}
print (turned { a: [1], b: [2], c: [3] })
# expect: { a: [9], b: [3], c: [1] }
doubled = q -> {
    q.a, q.b = q.b, q.b
    q.a[0] = 9
    q
}
print (doubled { a: [1], b: [2] })
# expect: { a: [9], b: [2] }
shifted = q -> {
    q.a, q.b = q.b, [7]
    q.a[0] = 9
    q
}
print (shifted { a: [1], b: [2] })
# expect: { a: [9], b: [7] }
root = q -> {
    ys, q = q.xs, { xs: [0] }
    ys[0] = 9
    (ys, q)
}
print (root { xs: [1, 2] })
# expect: ([9, 2], { xs: [0] })
both = q -> {
    q, ys = { xs: [0] }, q.xs
    ys[0] = 9
    (ys, q)
}
print (both { xs: [1, 2] })
# expect: ([9, 2], { xs: [0] })
itself = q -> {
    q = q.xs
    q[0] = 9
    q
}
r = { xs: [1, 2] }
print (itself r)
# expect: [9, 2]
print r
# expect: { xs: [1, 2] }
nested = q -> {
    xs = q.a.xs
    q.a = { xs: [0], k: xs[0] }
    xs[0] = 9
    (xs, q)
}
print (nested { a: { xs: [1, 2] } })
# expect: ([9, 2], { a: { xs: [0], k: 1 } })
aside = q -> {
    a = q.a
    xs = a.xs
    q.a.xs = [0]
    xs[0] = 9
    (a, xs, q)
}
print (aside { a: { xs: [1, 2] } })
# expect: ({ xs: [1, 2] }, [9, 2], { a: { xs: [0] } })
inner_first = q -> {
    a = q.a
    a.k = 5
    q.a.xs = [7]
    print q
    q.a = a
    q
}
print (inner_first { a: { xs: [1, 2], k: 1 } })
# expect: { a: { xs: [7], k: 1 } }
# expect: { a: { xs: [1, 2], k: 5 } }
inner_blind = q -> {
    a = q.a
    a.k = 5
    q.a.xs = [7]
    q.a = a
    q
}
print (inner_blind { a: { xs: [1, 2], k: 1 } })
# expect: { a: { xs: [1, 2], k: 5 } }

# Two arguments would take the part that the call replaces: the first one is evaluated first.
given_twice = q -> {
    g = a t -> {
        a.c |>= push 1
        (t.0.c, a)
    }
    x, q.b = g q.b (q.b, q.b)
    (x, q)
}
print (given_twice { b: { c: [0] } })
# expect: ([0], { b: { c: [0, 1] } })
given_in_a_list = q -> {
    g = a t -> {
        a |>= push 1
        (t, a)
    }
    x, q.b = g q.b [q.b]
    (x, q)
}
print (given_in_a_list { b: [0] })
# expect: ([[0]], { b: [0, 1] })
