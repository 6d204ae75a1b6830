a = [1, 2, 3, 4]
s = a[1..3]
s[0] = 100
s |>= push 200
print a
# expect: [1, 2, 3, 4]
print s
# expect: [100, 3, 200]
