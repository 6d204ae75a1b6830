t = name v -> { print name; v }
xs = [10, 20]
xs[t "index" 0] = t "right" 5
# expect: right
# expect: index
print xs
# expect: [5, 20]
