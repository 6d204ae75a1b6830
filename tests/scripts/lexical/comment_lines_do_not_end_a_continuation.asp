total = 1 +
    # comment lines do not count
    2
print total
# expect: 3
xs = [3, 1, 2]
    # neither before a pipe
    |> sort
print xs
# expect: [1, 2, 3]
