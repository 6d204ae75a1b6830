# An error is reported in the line of the step that failed.
total = xs ->
    xs
        |> map (x -> x)
        |> reverse
        |> sum      # expect error: sum: xs must hold numbers
print (total [1, 2])      # expect: 3
print (total [1, "a"])
