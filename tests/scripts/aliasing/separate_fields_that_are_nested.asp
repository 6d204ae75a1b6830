# Parts of parts: only what leads to the updated field notices the update.
planet = () -> [{ pos: { x: 1, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 0 }]
beside = bs -> {
    a = bs[0]
    p = a.pos
    v = bs[0].vel
    bs[0].vel.x += p.x
    bs[0].n += 1
    bs[0].tags[0] = 9
    (p, v, bs)
}
print (beside (planet ()))
# expect: ({ x: 1, y: 2 }, { x: 3, y: 4 }, [{ pos: { x: 1, y: 2 }, vel: { x: 4, y: 4 }, tags: [9, 2], n: 1 }])
parent = bs -> {
    a = bs[0]
    bs[0].pos.x = 7
    (a.pos, bs)
}
print (parent (planet ()))
# expect: ({ x: 1, y: 2 }, [{ pos: { x: 7, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 0 }])
sibling = bs -> {
    a = bs[0]
    bs[0].pos.x = 7
    bs[0].pos.x += a.pos.y
    (a.pos.y, bs)
}
print (sibling (planet ()))
# expect: (2, [{ pos: { x: 9, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 0 }])
same_field = bs -> {
    a = bs[0]
    bs[0].pos.x = 7
    (a.pos.x, a.pos.y, bs)
}
print (same_field (planet ()))
# expect: (1, 2, [{ pos: { x: 7, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 0 }])
deeper = bs -> {
    p = bs[0].pos
    bs[0].pos.x += p.y
    (p.y, bs)
}
print (deeper (planet ()))
# expect: (2, [{ pos: { x: 3, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 0 }])
deeper_same = bs -> {
    p = bs[0].pos
    bs[0].pos.x += p.y
    (p.x, bs)
}
print (deeper_same (planet ()))
# expect: (1, [{ pos: { x: 3, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 0 }])
replaced_parent = bs -> {
    a = bs[0]
    p = a.pos
    bs[0].pos = { x: 8, y: 8 }
    bs[0].pos.x += 1
    (p.x, p.y, a.n, bs)
}
print (replaced_parent (planet ()))
# expect: (1, 2, 0, [{ pos: { x: 9, y: 8 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 0 }])
read_after_its_parent = bs -> {
    a = bs[0]
    bs[0].pos = { x: 8, y: 8 }
    (a.pos.y, bs)
}
print (read_after_its_parent (planet ()))
# expect: (2, [{ pos: { x: 8, y: 8 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 0 }])
list_in_record = bs -> {
    a = bs[0]
    bs[0].tags[1] = 5
    bs[0].n += 1
    (a.tags, bs)
}
print (list_in_record (planet ()))
# expect: ([1, 2], [{ pos: { x: 1, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 5], n: 1 }])
list_beside = bs -> {
    a = bs[0]
    tags = a.tags
    bs[0].n += 1
    bs[0].pos.x += tags[0]
    (tags, bs)
}
print (list_beside (planet ()))
# expect: ([1, 2], [{ pos: { x: 2, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 1 }])
kept_part = bs -> {
    a = bs[0]
    bs[0].n = 1
    kept = [a.pos]
    bs[0].pos.x = 9
    bs[0].n = 2
    (kept, a.tags, bs)
}
print (kept_part (planet ()))
# expect: ([{ x: 1, y: 2 }], [1, 2], [{ pos: { x: 9, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 2 }])
returned_part = bs -> {
    a = bs[0]
    bs[0].n = 1
    a.pos
}
print (returned_part (planet ()))
# expect: { x: 1, y: 2 }
tuple = ts -> {
    a = ts[0]
    ts[0].1 = 5
    (a.0, a.1, ts)
}
print (tuple [(1, 2)])
# expect: (1, 2, [(1, 5)])
tuple_parts = t -> {
    a = t.0
    b = t.1
    t.1.v += a.v
    t.0.v += a.w
    (a.w, b, t)
}
print (tuple_parts ({ v: 1, w: 2 }, { v: 3, w: 4 }))
# expect: (2, { v: 3, w: 4 }, ({ v: 3, w: 2 }, { v: 4, w: 4 }))
literals = m -> {
    a = m[0]
    b = m[1]
    m[0].v += b.v
    m[0].v += b.w
    m[-1].w += 1
    (b.v, b.w, m)
}
print (literals [{ v: 1, w: 2 }, { v: 3, w: 4 }])
# expect: (3, 4, [{ v: 8, w: 2 }, { v: 3, w: 5 }])
keys = d k -> {
    a = d["x"]
    d[k].v += a.w
    d["x"].v += 1
    (a.w, d)
}
print (keys ["x": { v: 1, w: 2 }, "y": { v: 3, w: 4 }] "x")
# expect: (2, ["x": { v: 4, w: 2 }, "y": { v: 3, w: 4 }])
numbers_as_keys = d -> {
    a = d[0]
    d[1].v += a.v
    (a, d)
}
print (numbers_as_keys [0: { v: 1 }, 1: { v: 2 }])
# expect: ({ v: 1 }, [0: { v: 1 }, 1: { v: 3 }])
slice = bs -> {
    a = bs[0..1]
    bs[0].n = 3
    (a, bs)
}
print (slice (planet ()))
# expect: ([{ pos: { x: 1, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 0 }], [{ pos: { x: 1, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 3 }])
through_range = bs r -> {
    a = bs[r]
    bs[0].n = 3
    (a[0].n, bs)
}
print (through_range (planet ()) (0..1))
# expect: (0, [{ pos: { x: 1, y: 2 }, vel: { x: 3, y: 4 }, tags: [1, 2], n: 3 }])
