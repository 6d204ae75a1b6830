numbers = list (1..=1_000_000)
total = 0
for k in 1..=5 {
    total += numbers
        |> map (x -> x * 3 + k)
        |> filter (x -> x % 2 == 0)
        |> fold 0 (a b -> a + b)
}
assert (total == 3750010500000)
print total
