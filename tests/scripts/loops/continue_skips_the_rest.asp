work = n -> { for i in 0..50 { i }; n * n }
total = 0
odd = []
for n in 0..20 {
    if n % 3 == 0 { continue }
    v = work n
    if v % 2 == 0 { continue }
    odd |>= push v
    total += v
}
print odd                                  # expect: [1, 25, 49, 121, 169, 289, 361]
print total                                # expect: 1015
