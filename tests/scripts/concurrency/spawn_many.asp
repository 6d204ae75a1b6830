ts = list (0..20000) |> map (i -> spawn i)
print (sum (map await ts))          # expect: 199990000
