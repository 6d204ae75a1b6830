t = name v -> { print name; v }
print ((t "list" [1, 2, 3])[t "index" 1] < t "right" 9)
# expect: list
# expect: index
# expect: right
# expect: true
