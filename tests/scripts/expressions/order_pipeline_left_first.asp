t = name v -> { print name; v }
r = t "left" 1 |> (t "right" (a b -> a + b)) (t "argument" 2)
# expect: left
# expect: right
# expect: argument
print r
# expect: 3
