t = name v -> { print name; v }
print ((t "callee" (a b -> a - b)) (t "first" 5) (t "second" 3))
# expect: callee
# expect: first
# expect: second
# expect: 2
