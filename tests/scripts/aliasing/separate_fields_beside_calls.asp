# Calls and closures in between, which keep, change or show what is borrowed.
bs = () -> [{ v: 1, w: 2, h: [1] }, { v: 3, w: 4, h: [] }]
fib = n -> if n < 2 { n } else { fib (n - 1) + fib (n - 2) }
reads = a -> a.v + a.w
keeps = a -> [a]
sets = a -> {
    a.v = 50
    a
}
call_before = bs -> {
    a = bs[0]
    x = reads a
    bs[0].v += x
    (x, a.w, bs)
}
print (call_before (bs ()))
# expect: (3, 2, [{ v: 4, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
kept_before = bs -> {
    a = bs[0]
    x = keeps a
    bs[0].v += 10
    (x, a.w, bs)
}
print (kept_before (bs ()))
# expect: ([{ v: 1, w: 2, h: [1] }], 2, [{ v: 11, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
set_before = bs -> {
    a = bs[0]
    x = sets a
    bs[0].v += 10
    (x, a.w, bs)
}
print (set_before (bs ()))
# expect: ({ v: 50, w: 2, h: [1] }, 2, [{ v: 11, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
call_after = bs -> {
    a = bs[0]
    bs[0].v += 10
    (reads a, a.w, bs)
}
print (call_after (bs ()))
# expect: (3, 2, [{ v: 11, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
passed = bs -> {
    a = bs[0]
    bs[0].v += 10
    x = sets bs[0]
    (x, a.w, bs)
}
print (passed (bs ()))
# expect: ({ v: 50, w: 2, h: [1] }, 2, [{ v: 11, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
passed_on = bs -> {
    f = bs -> {
        bs[0].v = 70
        bs[0].w = 71
        bs
    }
    a = bs[0]
    bs[0].v += 10
    bs = f bs
    (a.w, bs)
}
print (passed_on (bs ()))
# expect: (2, [{ v: 70, w: 71, h: [1] }, { v: 3, w: 4, h: [] }])
captured = bs -> {
    a = bs[0]
    f = () -> a.v
    bs[0].v += 10
    (f (), a.w, bs)
}
print (captured (bs ()))
# expect: (1, 2, [{ v: 11, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
captured_after = bs -> {
    a = bs[0]
    bs[0].v += 10
    f = () -> (a.v, a.w)
    bs[0].w += 10
    (f (), a.w, bs)
}
print (captured_after (bs ()))
# expect: ((1, 2), 2, [{ v: 11, w: 12, h: [1] }, { v: 3, w: 4, h: [] }])
captured_field = bs -> {
    a = bs[0]
    bs[0].v += 10
    x = map (y -> y + a.w) [1, 2]
    bs[0].v += sum x
    (x, bs)
}
print (captured_field (bs ()))
# expect: ([3, 4], [{ v: 18, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
captured_root = bs -> {
    a = bs[0]
    f = () -> bs
    bs[0].v += 10
    (f (), a.w, bs)
}
print (captured_root (bs ()))
# expect: ([{ v: 1, w: 2, h: [1] }, { v: 3, w: 4, h: [] }], 2, [{ v: 11, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
unknown = f bs -> {
    a = bs[0]
    bs[0].v += 10
    x = f a.w
    bs[0].v += x
    (a.w, bs)
}
print (unknown (x -> x * 2) (bs ()))
# expect: (2, [{ v: 15, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
unknown_whole = f bs -> {
    a = bs[0]
    bs[0].v += 10
    (f a, a.w, bs)
}
print (unknown_whole sets (bs ()))
# expect: ({ v: 50, w: 2, h: [1] }, 2, [{ v: 11, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
piped = bs -> {
    a = bs[0]
    bs[0].h |>= (x h -> push x h) { print a.w; a.w }
    bs[0].h |>= (x h -> push x h) { print a.h; 7 }
    (a.w, bs)
}
print (piped (bs ()))
# expect: 2
# expect: [1]
# expect: (2, [{ v: 1, w: 2, h: [1, 2, 7] }, { v: 3, w: 4, h: [] }])
part_of_a_call = bs -> {
    f = h n -> {
        h |>= push n
        h
    }
    a = bs[0]
    bs[0].h = f bs[0].h a.w
    bs[0].h = f bs[0].h a.v
    bs[0].v = 0
    (a.w, bs)
}
print (part_of_a_call (bs ()))
# expect: (2, [{ v: 0, w: 2, h: [1, 2, 1] }, { v: 3, w: 4, h: [] }])
shown_in_a_call = bs -> {
    f = h n -> {
        h |>= push n
        h
    }
    a = bs[0]
    bs[0].h = f bs[0].h { print a; 5 }
    (a.w, bs)
}
print (shown_in_a_call (bs ()))
# expect: { v: 1, w: 2, h: [1] }
# expect: (2, [{ v: 1, w: 2, h: [1, 5] }, { v: 3, w: 4, h: [] }])
part_taken = bs -> {
    a = bs[0]
    h = bs[0].h
    h |>= push a.w
    x = fib 8
    h[0] = x
    bs[0].h = h
    (a.w, bs)
}
print (part_taken (bs ()))
# expect: (2, [{ v: 1, w: 2, h: [21, 2] }, { v: 3, w: 4, h: [] }])
part_taken_and_seen = bs -> {
    a = bs[0]
    h = bs[0].h
    h |>= push a.w
    bs[0].h = h
    (a.h, bs)
}
print (part_taken_and_seen (bs ()))
# expect: ([1], [{ v: 1, w: 2, h: [1, 2] }, { v: 3, w: 4, h: [] }])
futures = n -> {
    bs = [{ v: fib n, w: fib 5 }, { v: fib 4, w: fib 6 }]
    a = bs[0]
    b = bs[1]
    bs[0].v += b.w
    bs[1].v += a.w
    bs[0].v += fib 7
    (a.w, b.w, bs)
}
print (futures 9)
# expect: (5, 8, [{ v: 55, w: 5 }, { v: 8, w: 8 }])
built = n -> {
    made = i -> { v: fib i, w: i }
    bs = map made [n, n + 1]
    a = bs[0]
    bs[0].v += a.w
    x = fib 6
    bs[0].v += x + a.w
    (a.w, bs)
}
print (built 5)
# expect: (5, [{ v: 23, w: 5 }, { v: 8, w: 6 }])
waiting = bs -> {
    f = x y z -> (x, y, z)
    f bs[0].h { bs[0].v += 1; bs[0].v } bs[0].h
}
print (waiting (bs ()))
# expect: ([1], 2, [1])
waiting_same = bs -> {
    f = x y z -> (x, y, z)
    f bs[0].h { bs[0].h[0] += 1; bs[0].v } bs[0].h
}
print (waiting_same (bs ()))
# expect: ([1], 1, [2])
waiting_whole = bs -> {
    f = x y -> (x, y)
    f bs[0] { bs[0].v += 1; bs[0].v }
}
print (waiting_whole (bs ()))
# expect: ({ v: 1, w: 2, h: [1] }, 2)
spread_in_place = q -> {
    a = q.r
    q = { ..q, n: 1 }
    q.r.v += a.w
    q = { ..q, r: { ..q.r, v: 7 } }
    (a.w, q)
}
print (spread_in_place { r: { v: 1, w: 2 }, n: 0 })
# expect: (2, { r: { v: 7, w: 2 }, n: 1 })
tail = bs n -> if n == 0 { bs } else {
    a = bs[0]
    bs[0].v += a.w
    bs[1].v += a.w
    tail bs (n - 1)
}
print (tail (bs ()) 3)
# expect: [{ v: 7, w: 2, h: [1] }, { v: 9, w: 4, h: [] }]
recursion = bs n -> {
    if n == 0 { return bs }
    a = bs[0]
    bs[0].v += a.w
    bs = recursion bs (n - 1)
    bs[1].v += a.w
    bs
}
print (recursion (bs ()) 3)
# expect: [{ v: 7, w: 2, h: [1] }, { v: 9, w: 4, h: [] }]
produced = given -> fiber {
    bs = given
    a = bs[0]
    bs[0].v += 10
    yield a.w
    bs[0].v += 10
    yield bs
    yield a.w
}
print (list (produced (bs ())))
# expect: [2, [{ v: 21, w: 2, h: [1] }, { v: 3, w: 4, h: [] }], 2]
spawned = bs -> {
    a = bs[0]
    t = spawn reads a
    bs[0].v += 10
    u = spawn reads bs[0]
    bs[0].v += 10
    (await t, await u, a.w, bs)
}
print (spawned (bs ()))
# expect: (3, 13, 2, [{ v: 21, w: 2, h: [1] }, { v: 3, w: 4, h: [] }])
celled = c -> {
    cell.change (bs -> {
        a = bs[0]
        bs[0].v += a.w
        bs[1].v += a.w
        bs
    }) c
    cell.get c
}
print (celled (cell (bs ())))
# expect: [{ v: 3, w: 2, h: [1] }, { v: 5, w: 4, h: [] }]
