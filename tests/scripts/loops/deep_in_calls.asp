work = n -> { for i in 0..30 { i }; n + 1 }
level = depth n -> {
    if depth == 0 { return work n }
    t = 0
    for i in 0..3 { t += level (depth - 1) (n + i) }
    t
}
print (level 5 1)                          # expect: 1701
sums = map (n -> { s = 0; for i in 0..n { s += work i }; s }) (list (0..12))
print sums                                 # expect: [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]
until = n -> { c = 0; for i in 0..100 { while c < i * 2 { c += work 0 }; if c > n { break } }; c }
print (until 50)                           # expect: 52
