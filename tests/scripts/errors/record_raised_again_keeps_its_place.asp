fail = n -> error { code: n, }      # expect error: { code: 5 }
caught = try fail 5
match caught {
    Ok _  -> ()
    Err e -> error e
}
