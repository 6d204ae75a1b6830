# `p` is part of a variable that moves into another value, and is changed there.
into_tuple = n -> {
    q = { xs: [n] }
    p = q.xs
    t = (q, 0)
    t.0.xs[0] = 5
    (t, p)
}
print (into_tuple 1)
# expect: (({ xs: [5] }, 0), [1])
into_list = n -> {
    q = { xs: [n] }
    p = q.xs
    t = [q]
    t[0].xs[0] = 5
    (t, p)
}
print (into_list 1)
# expect: ([{ xs: [5] }], [1])
into_dict = n -> {
    q = { xs: [n] }
    p = q.xs
    t = ["a": q]
    t["a"].xs[0] = 5
    (t, p)
}
print (into_dict 1)
# expect: (["a": { xs: [5] }], [1])
into_record = n -> {
    q = { xs: [n] }
    p = q.xs
    t = { q: q }
    t.q.xs[0] = 5
    (t, p)
}
print (into_record 1)
# expect: ({ q: { xs: [5] } }, [1])
into_update = n r -> {
    q = { xs: [n] }
    p = q.xs
    t = { ..r, q: q }
    t.q.xs[0] = 5
    (t, p)
}
print (into_update 1 { k: 1 })
# expect: ({ k: 1, q: { xs: [5] } }, [1])
into_copy = n r -> {
    q = { xs: [n] }
    p = q.xs
    t = { q: q, ..r }
    t.q.xs[0] = 5
    (t, p)
}
print (into_copy 1 { k: 1 })
# expect: ({ q: { xs: [5] }, k: 1 }, [1])
into_several = n -> {
    q = { xs: [n] }
    p = q.xs
    t, n = q, 1
    t.xs[0] = 5
    (t, n, p)
}
print (into_several 1)
# expect: ({ xs: [5] }, 1, [1])
into_label = n -> {
    q = { xs: [n] }
    p = q.xs
    t = Some q
    match t {
        Some r -> {
            t = None
            r.xs[0] = 5
            (r, p)
        }
        None -> ()
    }
}
print (into_label 1)
# expect: ({ xs: [5] }, [1])
