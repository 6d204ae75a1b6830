f = x -> match x {
    0 -> { for i in 0..300 { task.yield () }; error "slow" }
    1 -> error "quick"
    _ -> x
}
print (try (gather f [5, 0, 1, 6]))                     # expect: Err "slow"
print (try (gather f [1, 0]))                           # expect: Err "quick"
