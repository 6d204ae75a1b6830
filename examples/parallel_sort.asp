# Merge sort of 100,000 numbers. The two halves do not depend on each other, so an idle core takes the second
# one. The program needs no annotation for that, and on one core it prints the same.
merge = a b -> {
    out = []
    i = 0
    j = 0
    while i < len a and j < len b {
        if b[j] < a[i] {
            out |>= push b[j]
            j += 1
        } else {
            out |>= push a[i]
            i += 1
        }
    }
    out + a[i..] + b[j..]
}

merge_sort = xs -> if len xs < 2 { xs } else {
    half = len xs // 2
    left = merge_sort xs[..half]
    right = merge_sort xs[half..]
    merge left right
}

numbers = []
x = 42
for i in 0..100_000 {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648
    numbers |>= push x
}
sorted = merge_sort numbers
print "{len sorted} numbers, from {sorted[0]} to {sorted[-1]}"
print (sorted == sort numbers)
# expect: 100000 numbers, from 8246 to 2147480685
# expect: true
