# Loops carry the list, and the variable for its record.
outer = bs n -> {
    a = bs[0]
    for i in 0..n {
        bs[0].v += a.w
        bs[i % 2].v += i
    }
    (a.w, bs)
}
bs = () -> [{ v: 1, w: 2, xs: [1, 2] }, { v: 3, w: 4, xs: [3] }]
print (outer (bs ()) 3)
# expect: (2, [{ v: 9, w: 2, xs: [1, 2] }, { v: 4, w: 4, xs: [3] }])
last = bs n -> {
    a = bs[0]
    for i in 0..n { bs[0].v += a.w }
    (a, bs)
}
print (last (bs ()) 3)
# expect: ({ v: 1, w: 2, xs: [1, 2] }, [{ v: 7, w: 2, xs: [1, 2] }, { v: 3, w: 4, xs: [3] }])
each = bs n -> {
    sum = 0
    for i in 0..n {
        a = bs[i % 2]
        b = bs[(i + 1) % 2]
        bs[i % 2].v += b.w
        bs[(i + 1) % 2].v += a.w
        sum += a.w * b.w
    }
    (sum, bs)
}
print (each (bs ()) 4)
# expect: (32, [{ v: 17, w: 2, xs: [1, 2] }, { v: 11, w: 4, xs: [3] }])
from_before = bs n -> {
    seen = []
    for i in 0..n {
        a = bs[0]
        bs[0].v += a.w
        if i % 2 == 0 {
            continue
        }
        seen |>= push a
    }
    (seen, bs)
}
print (from_before (bs ()) 4)
# expect: ([{ v: 3, w: 2, xs: [1, 2] }, { v: 7, w: 2, xs: [1, 2] }], [{ v: 9, w: 2, xs: [1, 2] }, { v: 3, w: 4, xs: [3] }])
left = bs n -> {
    for i in 0..n {
        a = bs[0]
        bs[0].v += a.w
        if i == 2 {
            return (a, bs)
        }
        if i == 5 {
            break
        }
    }
    bs
}
print (left (bs ()) 4, left (bs ()) 2)
# expect: (({ v: 5, w: 2, xs: [1, 2] }, [{ v: 7, w: 2, xs: [1, 2] }, { v: 3, w: 4, xs: [3] }]), [{ v: 5, w: 2, xs: [1, 2] }, { v: 3, w: 4, xs: [3] }])
broken = bs n -> loop {
    a = bs[0]
    bs[0].v += a.w
    if bs[0].v > n { break (a.w, a.v, bs) }
}
print (broken (bs ()) 8)
# expect: (2, 7, [{ v: 9, w: 2, xs: [1, 2] }, { v: 3, w: 4, xs: [3] }])
while_loop = bs n -> {
    a = bs[0]
    i = 0
    while i < n {
        bs[0].v += a.w
        i += a.w
    }
    bs
}
print (while_loop (bs ()) 5)
# expect: [{ v: 7, w: 2, xs: [1, 2] }, { v: 3, w: 4, xs: [3] }]
over_beside = bs -> {
    for x in bs[0].xs {
        bs[0].v += x
        bs[1].v += x
    }
    bs
}
print (over_beside (bs ()))
# expect: [{ v: 4, w: 2, xs: [1, 2] }, { v: 6, w: 4, xs: [3] }]
over_itself = bs -> {
    for x in bs[0].xs {
        bs[0].xs |>= push x
        bs[0].xs[0] += 5
        bs[0].v += x
    }
    bs
}
print (over_itself (bs ()))
# expect: [{ v: 4, w: 2, xs: [11, 2, 1, 2] }, { v: 3, w: 4, xs: [3] }]
over_maybe_itself = bs i -> {
    for x in bs[0].xs { bs[i].xs[0] += x }
    bs
}
print (over_maybe_itself (bs ()) 0)
# expect: [{ v: 1, w: 2, xs: [4, 2] }, { v: 3, w: 4, xs: [3] }]
print (over_maybe_itself (bs ()) 1)
# expect: [{ v: 1, w: 2, xs: [1, 2] }, { v: 3, w: 4, xs: [6] }]
over_borrowed = bs -> {
    a = bs[0]
    for x in a.xs {
        bs[0].v += x
        bs[0].v += a.w
    }
    bs
}
print (over_borrowed (bs ()))
# expect: [{ v: 8, w: 2, xs: [1, 2] }, { v: 3, w: 4, xs: [3] }]
over_records = bs -> {
    for a in bs {
        bs[0].v += a.w
        bs[1].v += a.v
    }
    bs
}
print (over_records (bs ()))
# expect: [{ v: 7, w: 2, xs: [1, 2] }, { v: 7, w: 4, xs: [3] }]
inner = bs -> {
    for i in 0..2 {
        a = bs[i]
        for j in 0..2 {
            b = bs[j]
            bs[i].v += b.w
            bs[j].v += a.w
            bs[j].xs[0] += a.w + b.w
        }
    }
    bs
}
print (inner (bs ()))
# expect: [{ v: 13, w: 2, xs: [11, 2] }, { v: 15, w: 4, xs: [17] }]
fib = n -> if n < 2 { n } else { fib (n - 1) + fib (n - 2) }
ahead = bs n -> {
    for i in 0..n {
        a = bs[i % 2]
        x = fib (8 + i % 3)
        bs[i % 2].v += x
        y = fib 7
        bs[i % 2].v += a.w + y
    }
    bs
}
print (ahead (bs ()) 6)
# expect: [{ v: 156, w: 2, xs: [1, 2] }, { v: 164, w: 4, xs: [3] }]
printing = bs n -> {
    a = bs[0]
    for i in 0..n {
        print (a.w + fib 6)
        bs[0].v += fib 5
    }
    (a.w, bs)
}
print (printing (bs ()) 3)
# expect: 10
# expect: 10
# expect: 10
# expect: (2, [{ v: 16, w: 2, xs: [1, 2] }, { v: 3, w: 4, xs: [3] }])
left_with_calls = q n -> {
    for i in 0..n {
        a = q.r
        q.r.v += fib 5
        if a.w + i > 4 {
            ys = q.xs
            k = fib 9
            ys[0] = k
            return (ys, a.w)
        }
        q.r.v += a.w
    }
    q
}
print (left_with_calls { r: { v: 1, w: 2 }, xs: [1] } 10)
# expect: ([34], 2)
