f = () -> match (try (error (Custom 5))) {
    Ok v  -> v
    Err e -> error e
}
print (try f ())
# expect: Err (Custom 5)
