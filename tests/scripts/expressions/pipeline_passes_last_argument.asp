sub = a b -> a - b
print (3 |> sub 10)
# expect: 7
print (3 |> sub 10 |> sub 1)
# expect: -6
