t = name v -> { print name; v }
xs = [10, 20]
xs[t "index" 1] += t "right" 5
# expect: index
# expect: right
print xs
# expect: [10, 25]
