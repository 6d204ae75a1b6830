# A loop may look at the part in its next step, or not come to the write-back at all.
leaves = q n -> {
    for i in 0..n {
        zs = q.xs
        if i == 2 { break }
        if i == 1 { continue }
        zs[0] += 1
        q.xs = zs
    }
    q
}
print (leaves { xs: [1, 2], k: 1 } 5)
# expect: { xs: [2, 2], k: 1 }
returns = q n -> {
    zs = q.xs
    for i in 0..n {
        zs[0] += 1
        if i == 3 { return q }
    }
    q.xs = zs
    q
}
print (returns { xs: [1, 2], k: 1 } 2)
# expect: { xs: [3, 2], k: 1 }
print (returns { xs: [1, 2], k: 1 } 9)
# expect: { xs: [1, 2], k: 1 }
across = q n -> {
    zs = [0]
    for i in 0..n {
        if i > 0 { q.xs = zs }
        zs = q.xs
        zs[0] += 1
    }
    (q, zs)
}
print (across { xs: [1, 2] } 3)
# expect: ({ xs: [3, 2] }, [4, 2])
print (across { xs: [1, 2] } 1)
# expect: ({ xs: [1, 2] }, [2, 2])
source = q -> {
    for x in q.xs {
        zs = q.xs
        zs[1] = 100
        q.xs = zs
        print x
    }
    q
}
print (source { xs: [1, 2] })
# expect: 1
# expect: 2
# expect: { xs: [1, 100] }
rows = m -> {
    for row in m {
        r = m[1]
        r[0] += 10
        m[1] = r
        print row
    }
    m
}
print (rows [[1], [2], [3]])
# expect: [1]
# expect: [2]
# expect: [3]
# expect: [[1], [32], [3]]
forever = q -> {
    n = 0
    last = loop {
        zs = q.xs
        zs[0] += 1
        n += 1
        if n == 2 { break q.xs }
        q.xs = zs
    }
    (last, q)
}
print (forever { xs: [1, 2] })
# expect: ([2, 2], { xs: [2, 2] })
waits = q -> {
    zs = q.xs
    while zs[0] < 4 {
        zs[0] += 1
        if zs[1] == 7 { print q }
    }
    q.xs = zs
    q
}
print (waits { xs: [1, 2] })
# expect: { xs: [4, 2] }
print (waits { xs: [1, 7] })
# expect: { xs: [1, 7] }
# expect: { xs: [1, 7] }
# expect: { xs: [1, 7] }
# expect: { xs: [4, 7] }
work = zs i -> {
    zs[i % 2] += 1
    zs
}
calls = q n -> {
    for i in 0..n {
        zs = q.xs
        zs = work zs i
        for k in 0..2 { zs = work zs k }
        q.xs = zs
        q.n += 1
    }
    q
}
print (calls { xs: [0, 0], n: 0 } 4)
# expect: { xs: [6, 6], n: 4 }
spans = q n -> {
    zs = q.xs
    total = 0
    for i in 0..n {
        q.n += i
        zs[0] += q.n
        total += len (work [0, 0] i)
    }
    q.xs = zs
    (q, total)
}
print (spans { xs: [0, 0], n: 0 } 4)
# expect: ({ xs: [10, 0], n: 6 }, 8)
