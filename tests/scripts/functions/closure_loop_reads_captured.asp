# A loop reads captured variables as they were captured, however often it runs.
make = xs k -> {
    count = n -> {
        total = 0
        for i in 0..n {
            for j in 0..len xs { total += xs[j] * k }
            ys = xs
            ys[0] = 100
            total += ys[0]
        }
        while total > 1000 and k > 0 { total -= k }
        (total, xs)
    }
    xs[0] = 7
    (count, xs)
}
count, changed = make [1, 2] 10
print (count 2)
# expect: (260, [1, 2])
total, kept = count 1
kept[1] = 9
print "{total} {kept} {count 0} {changed}"
# expect: 130 [1, 9] (0, [1, 2]) [7, 2]
