for x in [2, 0, 4] {
    match (try (8 // x)) {
        Ok v  -> print v
        Err _ -> print "failed"
    }
}
# expect: 4
# expect: failed
# expect: 2
