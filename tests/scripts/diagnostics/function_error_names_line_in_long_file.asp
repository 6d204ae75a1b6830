f = x ->
    match x {
        1 -> "one"
        2 ->
            undefined_there     # expect error: undefined_there
        _ -> "more"
    }
