# A part of a variable that nothing reads again is moved out of it.
last = q -> {
    zs = q.a.xs
    zs[0] = 9
    zs
}
q = { a: { xs: [1, 2] } }
print (last q)
# expect: [9, 2]
print q
# expect: { a: { xs: [1, 2] } }
print (last { a: { xs: [1, 2] } })
# expect: [9, 2]
local = n -> {
    q = { xs: [n, 2], ys: [n] }
    xs = q.xs
    ys = q.ys
    xs[0] += 1
    ys[0] += 2
    (xs, ys)
}
print (local 1)
# expect: ([2, 2], [3])
pair = n -> {
    t = ([n], [n])
    [t.0, t.1, t.0]
}
print (pair 3)
# expect: [[3], [3], [3]]
aliased = n -> {
    xs = [n, 1]
    t = ([xs, xs], xs)
    a = t.0[0]
    b = t.0[1]
    a[0] = 7
    (a, b, xs)
}
print (aliased 3)
# expect: ([7, 1], [3, 1], [3, 1])
elements = m i -> {
    row = m[i][0]
    row[0] = 9
    row
}
m = [[[1], [2]], [[3]]]
print (elements m 1)
# expect: [9]
print m
# expect: [[[1], [2]], [[3]]]
held = m -> {
    first = m[0]
    rest = m
    first[0] = 9
    (first, rest)
}
print (held [[1], [2]])
# expect: ([9], [[1], [2]])
loops = qs -> {
    out = []
    for q in qs {
        xs = q.xs
        xs[0] += 1
        out |>= push xs
    }
    out
}
qs = [{ xs: [1] }, { xs: [2] }]
print (loops qs)
# expect: [[2], [3]]
print qs
# expect: [{ xs: [1] }, { xs: [2] }]
matched = o -> {
    match o {
        Some q -> { xs = q.xs; xs[0] = 9; (xs, o) }
        None -> ([], o)
    }
}
print (matched (Some { xs: [1, 2] }))
# expect: ([9, 2], Some { xs: [1, 2] })
window = xs -> {
    w = xs[1..]
    row = w[0]
    row[0] = 9
    (row, xs)
}
print (window [[1], [2], [3]])
# expect: ([9], [[1], [2], [3]])
own_slice = n -> {
    xs = [[n], [n + 1], [n + 2]]
    w = xs[..2]
    a = w[1]
    a[0] = 9
    (a, xs)
}
print (own_slice 1)
# expect: ([9], [[1], [2], [3]])
