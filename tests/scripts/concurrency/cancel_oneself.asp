handle = channel 1
t = spawn {
    match recv handle {
        Some me -> { task.cancel me; loop { } }
        None -> 0
    }
}
send handle t
print ((try (await t)) is Err (Cancelled _))    # expect: true
