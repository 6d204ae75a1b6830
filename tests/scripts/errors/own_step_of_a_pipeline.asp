# Also where it is a function of the program, with further arguments.
scale = factor limit xs -> {
    if len xs > limit { error "too many" }      # expect error: too many
    map (x -> x * factor) xs
}
[1, 2, 3]
    |> filter (x -> x > 0)
    |> scale 2 10
    |> scale 3 2
    |> print
