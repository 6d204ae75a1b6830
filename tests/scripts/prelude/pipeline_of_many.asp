r = 1..=10
    |> filter (x -> x % 2 == 0)
    |> map (x -> x * x)
    |> take 3
    |> sum
print r
# expect: 56
