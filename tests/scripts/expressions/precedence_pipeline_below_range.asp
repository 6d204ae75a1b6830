print (1..4 |> list)
# expect: [1, 2, 3]
print (1 + 2 |> string)
# expect: 3
