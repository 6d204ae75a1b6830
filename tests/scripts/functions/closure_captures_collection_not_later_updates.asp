xs = [1, 2]
f = () -> xs
xs[0] = 100
xs |>= push 3
print (f ())
# expect: [1, 2]
print xs
# expect: [100, 2, 3]
