# A part that is read, changed and put back is moved, but not where a branch looks at its record in between.
f = q c -> {
    zs = q.xs
    if c { print q }
    zs[0] = 9
    q.xs = zs
    q
}
print (f { xs: [1, 2], k: 1 } true)
# expect: { xs: [1, 2], k: 1 }
# expect: { xs: [9, 2], k: 1 }
print (f { xs: [1, 2], k: 1 } false)
# expect: { xs: [9, 2], k: 1 }
condition = q -> {
    zs = q.xs
    zs[0] = 4
    if len q.xs > 0 and zs[0] == 4 and q.xs[0] == 1 { q.xs = zs }
    q
}
print (condition { xs: [1, 2] })
# expect: { xs: [4, 2] }
arms = q k -> {
    zs = q.xs
    match k {
        0 -> { zs[0] = 1; q.xs = zs }
        1 -> { q.xs = zs }
        2 | q.xs[0] == 5 -> { zs[0] = 7; q.xs = push 0 zs }
        _ -> { zs[0] = 8; print q.xs }
    }
    q
}
for k in 0..4 { print (arms { xs: [5] } k) }
# expect: { xs: [1] }
# expect: { xs: [5] }
# expect: { xs: [7, 0] }
# expect: [5]
# expect: { xs: [5] }
early = q c -> {
    zs = q.xs
    zs[0] = 9
    if c { return q }
    q.xs = zs
    q
}
print (early { xs: [1, 2] } true)
# expect: { xs: [1, 2] }
print (early { xs: [1, 2] } false)
# expect: { xs: [9, 2] }
early_part = q c -> {
    zs = q.xs
    zs[0] = 9
    if c { return zs }
    q.xs = zs
    q.xs
}
q = { xs: [1, 2] }
print (early_part q true)
# expect: [9, 2]
print (early_part q false)
# expect: [9, 2]
print q
# expect: { xs: [1, 2] }
logical = q c -> {
    zs = q.xs
    zs[0] = 9
    if c and len q.xs == 2 or zs[0] == 8 { print q }
    q.xs = zs
    q
}
print (logical { xs: [1, 2] } true)
# expect: { xs: [1, 2] }
# expect: { xs: [9, 2] }
