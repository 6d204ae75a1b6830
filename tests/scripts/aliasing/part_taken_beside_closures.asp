# A closure keeps the value that its variable has when the closure is made.
before = q -> {
    g = () -> q.xs
    zs = q.xs
    zs[0] = 9
    q.xs = zs
    (g (), q)
}
print (before { xs: [1, 2], k: 1 })
# expect: ([1, 2], { xs: [9, 2], k: 1 })
between = q -> {
    zs = q.xs
    g = () -> q.xs
    zs[0] = 9
    q.xs = zs
    (g (), q)
}
print (between { xs: [1, 2], k: 1 })
# expect: ([1, 2], { xs: [9, 2], k: 1 })
of_the_part = q -> {
    zs = q.xs
    g = () -> zs
    zs[0] = 9
    q.xs = zs
    (g (), q)
}
print (of_the_part { xs: [1, 2], k: 1 })
# expect: ([1, 2], { xs: [9, 2], k: 1 })
call = f x -> f x
operand = q -> {
    f = g zs -> { zs[0] = 9; (g (), zs) }
    r = f (() -> q.xs) q.xs
    q.xs = [3]
    (r, q)
}
print (operand { xs: [1, 2] })
# expect: (([1, 2], [9, 2]), { xs: [3] })
operand_after = q -> {
    f = zs g -> { zs[0] = 9; (g (), zs) }
    r = f q.xs (() -> q.xs)
    q.xs = [3]
    (r, q)
}
print (operand_after { xs: [1, 2] })
# expect: (([1, 2], [9, 2]), { xs: [3] })
# The literal captures `q` in its turn, before the last argument assigns it.
assigned = q -> {
    f = zs g b -> { zs[0] = 9; (g (), zs, b) }
    r = f q.xs (() -> q.xs) { q = { xs: [7] }; 1 }
    q.xs = [3]
    (r, q)
}
print (assigned { xs: [1, 2] })
# expect: (([1, 2], [9, 2], 1), { xs: [3] })
unknown = f q -> {
    zs = f q.xs
    zs[0] = 8
    q.xs = zs
    q
}
kept = []
print (unknown (xs -> { xs[0] = 3; xs }) { xs: [1, 2] })
# expect: { xs: [8, 2] }
print (unknown (xs -> xs) { xs: [1, 2] })
# expect: { xs: [8, 2] }
keeps = xs -> [xs, xs]
print (unknown keeps { xs: [1, 2] })
# expect: { xs: [8, [1, 2]] }
folded = fold { xs: [0, 0, 0], k: 1 } (q x -> { zs = q.xs; zs[x] = x * x; q.xs = zs; q }) (0..3)
print folded
# expect: { xs: [0, 1, 4], k: 1 }
start = { xs: [0, 0, 0], k: 1 }
print (fold start (q x -> { zs = q.xs; zs[x] = x * x; q.xs = zs; q }) (0..3))
# expect: { xs: [0, 1, 4], k: 1 }
print start
# expect: { xs: [0, 0, 0], k: 1 }
