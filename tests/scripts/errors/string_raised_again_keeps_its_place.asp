fail = n -> error "no {n}"      # expect error: no 5
caught = try fail 5
match caught {
    Ok _  -> ()
    Err e -> match (try error e) {
        Ok _  -> ()
        Err f -> error f
    }
}
