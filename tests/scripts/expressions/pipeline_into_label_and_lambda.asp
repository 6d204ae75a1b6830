print (5 |> Some)
# expect: Some 5
print (5 |> (x -> x + 1))
# expect: 6
