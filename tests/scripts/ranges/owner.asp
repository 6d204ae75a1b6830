# The source stays with its owner: changing it does not change what a map saw, nor the other way round.
xs = map (i -> [i]) (0..200)
ys = map (x -> { x[0] += 1; x }) xs
xs[0][0] = 1000
ys[1][0] = 2000
print (xs[0], ys[0], xs[1], ys[1], xs[199], ys[199])  # expect: ([1000], [1], [1], [2000], [199], [200])
run = n -> {
    zs = list (0..n)
    for round in 0..5 {
        zs = map (z -> z + 1) zs
        zs[0] = 0
        each (z -> z) zs
        zs[1] = round
    }
    zs
}
print ((run 100)[..4], (run 100)[99])  # expect: ([0, 4, 7, 8], 104)
d = dict (map (i -> (i, [i])) (0..100))
each ((k, v) -> k) d
d[0] |>= push 5
e = map ((k, v) -> v) d
d[1] |>= push 6
print (d[0], d[1], e[0], e[1], len e)  # expect: ([0, 5], [1, 6], [0, 5], [1], 100)
