n = 1000
count = 0
for y in 0..n {
    ci = 2.0 * y / n - 1.0
    for x in 0..n {
        cr = 2.0 * x / n - 1.5
        zr = 0.0
        zi = 0.0
        steps = 0
        while steps < 50 {
            zr2 = zr * zr
            zi2 = zi * zi
            if zr2 + zi2 > 4.0 { break }
            zi = 2.0 * zr * zi + ci
            zr = zr2 - zi2 + cr
            steps += 1
        }
        count += steps
    }
}
assert (count == 24406664)
print count
