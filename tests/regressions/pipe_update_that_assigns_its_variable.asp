xs = [1]
xs |>= push ({
    xs = [5]
    len xs + 1
})
print xs
# expect: [1, 2]
