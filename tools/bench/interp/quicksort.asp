quicksort = xs low high -> {
    while low < high {
        pivot = xs[(low + high) // 2]
        i = low
        j = high
        while i <= j {
            while xs[i] < pivot { i += 1 }
            while xs[j] > pivot { j -= 1 }
            if i <= j {
                xs[i], xs[j] = xs[j], xs[i]
                i += 1
                j -= 1
            }
        }
        if j - low < high - i {
            xs = quicksort xs low j
            low = i
        } else {
            xs = quicksort xs i high
            high = j
        }
    }
    xs
}

n = 300_000
seed = 42
check = 0
for _ in 0..4 {
    xs = []
    for _ in 0..n {
        seed = seed * 16807 % 2147483647
        xs |>= push seed
    }
    xs = quicksort xs 0 (n - 1)
    for i in 1..n { assert (xs[i - 1] <= xs[i]) }
    check += xs[0] + xs[n // 2 - 1] + xs[n - 1]
}
assert (check == 12883624650)
print check
