# What another variable holds of the part does not change with it.
borrower = q -> {
    b = q.xs
    zs = q.xs
    zs[0] = 9
    q.xs = zs
    (b, q)
}
print (borrower { xs: [1, 2], k: 1 })
# expect: ([1, 2], { xs: [9, 2], k: 1 })
element = q -> {
    b = q.xs[0]
    zs = q.xs
    zs[0][0] = 9
    q.xs = zs
    (b, q)
}
print (element { xs: [[1], [2]] })
# expect: ([1], { xs: [[9], [2]] })
holder = q -> {
    p = q
    zs = q.xs
    zs[0] = 9
    q.xs = zs
    (p, q)
}
print (holder { xs: [1, 2], k: 1 })
# expect: ({ xs: [1, 2], k: 1 }, { xs: [9, 2], k: 1 })
inner = q -> {
    p = q.a
    zs = q.a.xs
    zs[0] = 9
    q.a.xs = zs
    (p, q)
}
print (inner { a: { xs: [1, 2] }, k: 1 })
# expect: ({ xs: [1, 2] }, { a: { xs: [9, 2] }, k: 1 })
outer = w -> {
    q = w.q
    zs = w.q.xs
    zs[0] = 9
    w.q.xs = zs
    zs = q.xs
    zs[1] = 8
    (q, w, zs)
}
print (outer { q: { xs: [1, 2] } })
# expect: ({ xs: [1, 2] }, { q: { xs: [9, 2] } }, [1, 8])
twice = q -> {
    a = q.xs
    b = q.xs
    a[0] = 8
    b[0] = 9
    q.xs = b
    (a, q)
}
print (twice { xs: [1, 2] })
# expect: ([8, 2], { xs: [9, 2] })
# The same list stands in two places.
xs = [1, 2]
same = { xs, ys: xs, all: [xs, xs] }
in_two_places = s -> {
    zs = s.xs
    zs[0] = 9
    s.xs = zs
    ws = s.all[0]
    ws[0] = 8
    s.all[0] = ws
    s
}
print (in_two_places same)
# expect: { xs: [9, 2], ys: [1, 2], all: [[8, 2], [1, 2]] }
print same
# expect: { xs: [1, 2], ys: [1, 2], all: [[1, 2], [1, 2]] }
print xs
# expect: [1, 2]
operand = q -> {
    zs = [q.xs, (if true { q.xs = [0]; q.xs } else { q.xs }), q.xs]
    zs[0][0] = 5
    (zs, q)
}
print (operand { xs: [1, 2] })
# expect: ([[5, 2], [0], [0]], { xs: [0] })
passed = q -> {
    f = a b -> { a[0] = 9; (a, b) }
    r = f q.xs q
    q.xs = [3]
    (r, q)
}
print (passed { xs: [1, 2] })
# expect: (([9, 2], { xs: [1, 2] }), { xs: [3] })
