print ("  a b  " |> string.trim |> string.upper)
# expect: A B
