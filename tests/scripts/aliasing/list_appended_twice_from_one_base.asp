base = [1]
base |>= push 2
a = base
b = base
a |>= push "a"
b |>= push "b"
print [base, a, b]
# expect: [[1, 2], [1, 2, "a"], [1, 2, "b"]]
