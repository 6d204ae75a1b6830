t = name v -> { print name; v }
xs = [[1], [2]]
xs[t "index" 1] |>= push (t "right" 5)
# expect: index
# expect: right
print xs
# expect: [[1], [2, 5]]
