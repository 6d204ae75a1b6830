tak = x y z -> if y >= x { z } else {
    tak (tak (x - 1) y z) (tak (y - 1) z x) (tak (z - 1) x y)
}

total = 0
for _ in 0..400 { total += tak 18 12 6 }
assert (total == 2800)
print total
