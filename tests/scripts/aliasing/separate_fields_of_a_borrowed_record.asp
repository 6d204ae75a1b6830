# A variable for a record stays as it is while other fields of the record change in its list.
pull = bodies i j -> {
    a = bodies[i]
    b = bodies[j]
    bodies[i].v += b.mass
    bodies[j].v += a.mass
    (bodies, a.mass, b.mass)
}
bodies = () -> [{ mass: 2, v: 0 }, { mass: 3, v: 1 }]
print (pull (bodies ()) 0 1)
# expect: ([{ mass: 2, v: 3 }, { mass: 3, v: 3 }], 2, 3)
print (pull (bodies ()) 1 1)
# expect: ([{ mass: 2, v: 0 }, { mass: 3, v: 7 }], 3, 3)
print (pull (bodies ()) 0 (-2))
# expect: ([{ mass: 2, v: 4 }, { mass: 3, v: 1 }], 2, 2)
whole = bs -> {
    a = bs[0]
    bs[0].v += a.mass
    a
}
print (whole (bodies ()))
# expect: { mass: 2, v: 0 }
both = bs -> {
    a = bs[0]
    bs[0].v += a.mass
    (a, bs[0])
}
print (both (bodies ()))
# expect: ({ mass: 2, v: 0 }, { mass: 2, v: 2 })
the_field_itself = bs -> {
    a = bs[0]
    bs[0].v += a.mass
    bs[0].v += a.v
    (bs, a.v)
}
print (the_field_itself (bodies ()))
# expect: ([{ mass: 2, v: 2 }, { mass: 3, v: 1 }], 0)
printed = bs -> {
    a = bs[0]
    bs[0].v = 7
    print a
    bs[0].v = 8
    print "{a} {bs}"
    bs
}
print (printed (bodies ()))
# expect: { mass: 2, v: 0 }
# expect: { mass: 2, v: 0 } [{ mass: 2, v: 8 }, { mass: 3, v: 1 }]
# expect: [{ mass: 2, v: 8 }, { mass: 3, v: 1 }]
one_way = bs c -> {
    a = bs[0]
    bs[0].v = 7
    if c { print a } else { print a.mass }
    bs
}
print (one_way (bodies ()) true, one_way (bodies ()) false)
# expect: { mass: 2, v: 0 }
# expect: 2
# expect: ([{ mass: 2, v: 7 }, { mass: 3, v: 1 }], [{ mass: 2, v: 7 }, { mass: 3, v: 1 }])
earlier_only = bs -> {
    a = bs[0]
    print a
    print a.v
    bs[0].v = 7
    (a.mass, bs)
}
print (earlier_only (bodies ()))
# expect: { mass: 2, v: 0 }
# expect: 0
# expect: (2, [{ mass: 2, v: 7 }, { mass: 3, v: 1 }])
third = bs -> {
    a = bs[0]
    c = a
    bs[0].v = 7
    (a.mass, c, bs)
}
print (third (bodies ()))
# expect: (2, { mass: 2, v: 0 }, [{ mass: 2, v: 7 }, { mass: 3, v: 1 }])
third_later = bs -> {
    a = bs[0]
    bs[0].v = 7
    c = a
    (a.mass, c.v, bs)
}
print (third_later (bodies ()))
# expect: (2, 0, [{ mass: 2, v: 7 }, { mass: 3, v: 1 }])
compared = bs -> {
    a = bs[0]
    bs[0].v = 7
    (a == { mass: 2, v: 0 }, a == bs[0], a.mass == bs[0].mass)
}
print (compared (bodies ()))
# expect: (true, false, true)
spread = bs -> {
    a = bs[0]
    bs[0].v = 7
    ({ ..a, mass: 1 }, bs)
}
print (spread (bodies ()))
# expect: ({ mass: 1, v: 0 }, [{ mass: 2, v: 7 }, { mass: 3, v: 1 }])
pattern = bs -> {
    a = bs[0]
    bs[0].v = 7
    { mass, v } = a
    (mass, v, bs)
}
print (pattern (bodies ()))
# expect: (2, 0, [{ mass: 2, v: 7 }, { mass: 3, v: 1 }])
matched = bs -> {
    a = bs[0]
    bs[0].v = 7
    match a {
        { v: 0 } -> "as it was"
        { v } -> v
    }
}
print (matched (bodies ()))
# expect: as it was
if_is = bs -> {
    a = bs[0]
    bs[0].v = 7
    if a is ({ v }) { v } else { () }
}
print (if_is (bodies ()))
# expect: 0
replaced = bs -> {
    a = bs[0]
    bs[0] = { mass: 9, v: 9 }
    bs[0].v += 1
    (a.mass, a.v, bs)
}
print (replaced (bodies ()))
# expect: (2, 0, [{ mass: 9, v: 10 }, { mass: 3, v: 1 }])
replaced_root = bs -> {
    a = bs[0]
    bs[0].v = 5
    bs = [{ mass: 9, v: 9 }]
    bs[0].v += a.mass
    (a.mass, bs)
}
print (replaced_root (bodies ()))
# expect: (2, [{ mass: 9, v: 11 }])
put_elsewhere = bs -> {
    a = bs[0]
    bs[1] = a
    bs[0].v = 5
    bs[1].v += a.mass
    (a.mass, bs)
}
print (put_elsewhere (bodies ()))
# expect: (2, [{ mass: 2, v: 5 }, { mass: 2, v: 2 }])
swapped = bs -> {
    a = bs[0]
    bs[0], bs[1] = bs[1], bs[0]
    bs[0].v = 5
    bs[1].v = 6
    (a.mass, a.v, bs)
}
print (swapped (bodies ()))
# expect: (2, 0, [{ mass: 3, v: 5 }, { mass: 2, v: 6 }])
same_twice = bs -> {
    a = bs[0]
    bs[1].v = 5
    bs[0].v = 6
    (a.mass, bs)
}
one = { mass: 1, v: 1 }
print (same_twice [one, one], one)
# expect: ((1, [{ mass: 1, v: 6 }, { mass: 1, v: 5 }]), { mass: 1, v: 1 })
into_dict = d -> {
    a = d["x"]
    d["x"].v += a.mass
    d["y"] = a
    d["x"].v += a.mass
    d
}
print (into_dict ["x": { mass: 2, v: 0 }])
# expect: ["x": { mass: 2, v: 4 }, "y": { mass: 2, v: 0 }]
