# An operand of an update names another variable for a part of what is updated. The update sees it as the
# operand leaves it.
in_a_list = bs -> {
    a = bs[0]
    kept = []
    bs[0].v += { kept = [a]; 5 }
    (bs, kept)
}
print (in_a_list [{ v: 1, w: 2 }])
# expect: ([{ v: 6, w: 2 }], [{ v: 1, w: 2 }])
deeper = bs -> {
    a = bs[0]
    kept = []
    bs[0].v.h += { kept = [a.v]; [3] }
    (bs, kept)
}
print (deeper [{ v: { h: [1] }, w: 2 }])
# expect: ([{ v: { h: [1, 3] }, w: 2 }], [{ h: [1] }])
inside = bs -> {
    a = bs[0].v
    kept = []
    bs[0].v.h[0] += { kept = [a.h]; 3 }
    (bs, kept)
}
print (inside [{ v: { h: [1] }, w: 2 }])
# expect: ([{ v: { h: [4] }, w: 2 }], [[1]])
borrowed_twice = bs -> {
    a = bs[0]
    b = a.v
    kept = []
    bs[0].v.h += { kept = [b]; [3] }
    (bs, kept)
}
print (borrowed_twice [{ v: { h: [1] }, w: 2 }])
# expect: ([{ v: { h: [1, 3] }, w: 2 }], [{ h: [1] }])
captured = bs -> {
    a = bs[0]
    f = () -> 0
    bs[0].v += { f = () -> a.v; 5 }
    (bs, f ())
}
print (captured [{ v: 1, w: 2 }])
# expect: ([{ v: 6, w: 2 }], 1)

# A call that replaces a part is given it, once its other arguments are there.
pushed = z y -> push z y
piped = bs -> {
    a = bs[0]
    kept = []
    bs[0].v.h |>= pushed { kept = [a.v]; 3 }
    (bs, kept)
}
print (piped [{ v: { h: [1] }, w: 2 }])
# expect: ([{ v: { h: [1, 3] }, w: 2 }], [{ h: [1] }])
shown = bs -> {
    a = bs[0]
    bs[0].v |>= pushed { print a; 5 }
    bs
}
print (shown [{ v: [1, 2], w: 2 }])
# expect: { v: [1, 2], w: 2 }
# expect: [{ v: [1, 2, 5], w: 2 }]
given = bs -> {
    a = bs[0].v
    kept = []
    bs[0].v.h = pushed { kept = [a]; 3 } bs[0].v.h
    (bs, kept)
}
print (given [{ v: { h: [1] }, w: 2 }])
# expect: ([{ v: { h: [1, 3] }, w: 2 }], [{ h: [1] }])

# The list that grows gets the elements of the list that holds it.
of_itself = w -> {
    a = w.q
    w.q.m[0] += a.m
    w
}
print (of_itself { q: { m: [[1], [2]] } })
# expect: { q: { m: [[1, [1], [2]], [2]] } }
sum_of_itself = w -> {
    a = w.m
    w.m[0][0] += a[0] + a[0]
    w
}
print (sum_of_itself { m: [[[1]], [2]] })
# expect: { m: [[[1, [1], [1]]], [2]] }
same = x -> x
through_a_call = w -> {
    a = w.q
    w.q.m[0] += same a.m
    w
}
print (through_a_call { q: { m: [[1], [2]] } })
# expect: { q: { m: [[1, [1], [2]], [2]] } }

# Parts that are apart from the list that grows, and parts of it.
beside = w -> {
    a = w.q
    w.q.m[0] += a.k
    w.q.m += a.k
    w.q.k += w.q.m[1]
    w.q.k += a.m[0] + a.k
    w
}
print (beside { q: { m: [[1], [2]], k: [3] } })
# expect: { q: { m: [[1, 3], [2], 3], k: [3, 2, 1, 3] } }
below = w -> {
    a = w.m[0]
    w.m += a
    w.m[0] += w.m
    w.m[0] += a
    w
}
print (below { m: [[[1]], [2]] })
# expect: { m: [[[1], [[1]], [2], [1], [1]], [2], [1]] }
