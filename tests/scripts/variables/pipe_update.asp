xs = [3, 1, 2]
xs |>= sort
print xs
# expect: [1, 2, 3]
xs |>= push 4
print xs
# expect: [1, 2, 3, 4]
n = 5
n |>= (x -> x * x)
print n
# expect: 25
