syntax a 'or_else b { match a { None -> b; Some v -> v } }
noisy = x -> { print "noisy"; x }
print (Some 1 |> identity)
# expect: Some 1
print ((Some 1) or_else (noisy 2))
# expect: 1
print (None or_else (noisy 2))
# expect: noisy
# expect: 2
