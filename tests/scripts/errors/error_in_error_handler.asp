f = () -> match (try (error "first")) { Err e -> error "second after {e}" }
print (try f ())
# expect: Err "second after first"
