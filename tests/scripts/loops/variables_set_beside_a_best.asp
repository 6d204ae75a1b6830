# A half of the loop does not know the best value before it. What it sets beside its own best must reach nothing else.
counted = n -> {
    best = -1
    count = 0
    for i in 0..n {
        x = i * 7919 % 10007
        is_new = 0
        if x > best {
            best = x
            is_new = 1
        }
        count += is_new
    }
    (best, count)
}
print (counted 20000)
# expect: (10006, 7)

collected = n -> {
    best = -1
    news = []
    for i in 0..n {
        x = i * 7919 % 10007
        mark = "old"
        if x > best {
            best = x
            mark = "new {i}"
        }
        if mark != "old" { news |>= push mark }
    }
    (best, len news)
}
print (collected 20000)
# expect: (10006, 7)

# What the block computes for itself may stand in the same places as other values.
two = n ys -> {
    best = -1
    where = 0
    worst = 10 ** 9
    at = 0
    total = 0
    for i in 0..n {
        x = i * 7919 % 10007
        total += (x + 1) * 2
        if x > best {
            best = x
            where = ys[i % 3] + (i * 2 + 1)
        }
        if x < worst {
            worst = x
            at = ys[i % 3] - (i + 4) * 3
        }
        total += (x + 2) * 3
    }
    (best, where, worst, at, total)
}
print (two 20000 [1, 2, 3])
# expect: (10006, 2084, 0, -11, 500464535)

# A best that begins anew is the best of nothing.
begun_anew = n -> {
    best = -1
    where = -1
    for i in 0..n {
        x = i * 7919 % 10007
        if i % 1000 == 999 or x > best {
            best = x
            where = i
        }
    }
    (best, where)
}
print (begun_anew 20500)
# expect: (9997, 20407)

falling = n -> {
    best = -1
    where = -1
    for i in 0..n {
        if i % 10 == 9 or n - i > best {
            best = n - i
            where = i
        }
    }
    (best, where)
}
# Nothing after the last new beginning is better.
as_in_order = n -> {
    last = n // 10 * 10 - 1
    falling n == (n - last, last)
}
print (all as_in_order (10..200))
# expect: true
