# A loop that is left with a part: its next iterations may have begun, and read the whole.
work = n -> {
    s = 0
    for i in 0..n { s += i * i % 7 }
    s
}
nested = k q -> {
    total = 0
    row = []
    for i in 0..9 {
        if i == k {
            row = q.m[0]
            total += work 2000
            break
        }
        total += len "{q.m} {q.m[0]}" + work 10 + q.m[0][1]
    }
    row |>= push total
    q.m[0] = row
    q
}
for k in [0, 3, 7] { print (nested k { m: [[1, 2], [3]] }) }
# expect: { m: [[1, 2, 3999], [3]] }
# expect: { m: [[1, 2, 4122], [3]] }
# expect: { m: [[1, 2, 4286], [3]] }
returned = k q -> {
    i = 0
    loop {
        if i == k {
            xs = q.xs
            xs |>= push (work 2000)
            return xs
        }
        print (q, len q.xs, work 10)
        i += 1
    }
}
print (returned 2 { xs: [5] })
# expect: ({ xs: [5] }, 1, 19)
# expect: ({ xs: [5] }, 1, 19)
# expect: [5, 3999]
# The loop assigns the variable, so the next iterations wait for it.
assigned = q -> {
    for i in 0..9 {
        xs = q.xs
        if i == 3 {
            q.xs = ()
            return (q, push (work 2000) xs)
        }
        xs[0] += work i
        q.xs = xs
    }
}
print (assigned { xs: [5] })
# expect: ({ xs: () }, [6, 3999])
