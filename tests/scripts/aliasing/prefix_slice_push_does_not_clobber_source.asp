a = [1, 2, 3]
s = a[..2]
s |>= push "new"
print a
# expect: [1, 2, 3]
print s
# expect: [1, 2, "new"]
