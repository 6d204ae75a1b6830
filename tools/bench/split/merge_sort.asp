merge = a b -> {
    out = []
    i = 0
    j = 0
    while i < len a and j < len b {
        if b[j] < a[i] { out |>= push b[j]; j += 1 } else { out |>= push a[i]; i += 1 }
    }
    out + a[i..] + b[j..]
}
msort = xs -> if len xs < 2 { xs } else {
    half = len xs // 2
    left = msort xs[..half]
    right = msort xs[half..]
    merge left right
}
xs = []
x = 42
for i in 0..1000000 { x = (x * 1103515245 + 12345) % 2147483648; xs |>= push x }
# Making the list and reading the result are long chains of steps, and no part of the sort.
begin = time.monotonic ()
s = msort xs
eprint "RESULT ms {(time.monotonic () - begin) * 1000}"
ok = true
for i in 1..1000000 { if s[i - 1] > s[i] { ok = false } }
print "{ok} {len s}"
# expect: true 1000000
