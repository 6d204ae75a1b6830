# The last half of these loops adds nothing, and compares nothing: the code after them goes on with the value from before.
slow = n -> if n < 2 { n } else { slow (n - 1) + slow (n - 2) }
early_sum = n -> {
    total = 0
    for i in 0..n { if i < 3 { total += slow (8 + i) } }
    total += 5
    total
}
print (0..60 |> map (n -> early_sum (n + 8)) |> sum)
# expect: 6900
early_best = n -> {
    best = -1
    for i in 0..n {
        if i < 3 {
            x = slow (8 + i)
            if x > best { best = x }
        }
    }
    least = n % 5
    if least > best { best = least }
    best
}
print (0..60 |> map (n -> early_best (n + 8)) |> sum)
# expect: 3300
in_a_loop = n -> {
    total = 0
    for i in 0..n { if i < 3 { total += slow (8 + i) } }
    for i in 0..3 { total += i }
    total
}
print (0..60 |> map (n -> in_a_loop (n + 8)) |> sum)
# expect: 6780
