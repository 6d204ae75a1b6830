# The three boards are passed on and returned, so every update is in place.
solve = n row columns rising falling -> {
    if row == n { return (1, columns, rising, falling) }
    count = 0
    for c in 0..n {
        if not (columns[c] or rising[row + c] or falling[row - c + n]) {
            columns[c] = true
            rising[row + c] = true
            falling[row - c + n] = true
            found, columns, rising, falling = solve n (row + 1) columns rising falling
            count += found
            columns[c] = false
            rising[row + c] = false
            falling[row - c + n] = false
        }
    }
    (count, columns, rising, falling)
}

queens = n -> {
    count, _, _, _ = solve n 0 (repeat n false) (repeat (2 * n) false) (repeat (2 * n) false)
    count
}

total = 0
for _ in 0..8 { total += queens 11 }
assert (total == 21440)
print total
