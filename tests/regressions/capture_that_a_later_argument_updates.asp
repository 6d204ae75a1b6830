f = xs -> fold 0 (sum x -> sum + x * len xs) ({
    xs |>= push 9
    [1]
})
print (f [0])
# expect: 1
