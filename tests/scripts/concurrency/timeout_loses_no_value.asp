# A call that is cancelled may give a value all the same: because it has caught the cancel,
careful = () -> match try (recv (channel 0)) { Err (Cancelled _) -> "too late", Ok _ -> "a message" }
print (task.timeout 0.01 careful)   # expect: too late
# or because its message came at that moment.
ch = channel 0
spawn { for i in 0..2000 { send ch i }; close ch }
receive = n -> match try (task.timeout 0.0001 (() -> recv ch)) {
    Ok (Some m) -> { assert (m == n); receive (n + 1) }
    Ok None -> n
    Err (Timeout _) -> receive n
}
print (receive 0)                   # expect: 2000
