s = "a"
xs = [s]
s += "b"
xs |>= push s
s += "c"
print xs
# expect: ["a", "ab"]
