fail = () -> 1 // 0      # expect error: division by zero
caught = try fail ()
try error "another, caught in between"
match caught {
    Ok _  -> ()
    Err e -> error e
}
