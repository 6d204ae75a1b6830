# Several targets, of which one changes what `p` borrows.
pair = n -> (n, n + 4)
stored = n -> {
    q = { xs: [n] }
    p = q.xs
    k, q.xs[0] = 1, 5
    old = p[0]
    (q, k, old)
}
print (stored 1)
# expect: ({ xs: [5] }, 1, 1)
returned = n -> {
    q = { xs: [n] }
    p = q.xs
    k, q.xs[0] = pair n
    old = p[0]
    (q, k, old)
}
print (returned 1)
# expect: ({ xs: [5] }, 1, 1)
# A part takes the place of what it is taken from, and another part is read after it.
onto_itself = n -> {
    x = ([n], [2])
    (x, y) = x
    y[0] += 1
    (x, y)
}
print (onto_itself 1)
# expect: ([1], [3])
# The elements stay in the list.
elements = n -> {
    pairs = [([n], 2), ([n], 3)]
    for (a, k) in pairs {
        a[0] = k
        if a[0] != k { print a }
    }
    pairs
}
print (elements 1)
# expect: [([1], 2), ([1], 3)]
entries = n -> {
    d = ["a": ([n], 2)]
    ["a": (p, k)] = d
    p[0] = 9
    (d, p, k)
}
print (entries 1)
# expect: (["a": ([1], 2)], [9], 2)
of_a_variable = n -> {
    q = { xs: [n] }
    p = q.xs
    t = (1, 5)
    k, q.xs[0] = t
    old = p[0]
    (q, k, old)
}
print (of_a_variable 2)
# expect: ({ xs: [5] }, 1, 2)
