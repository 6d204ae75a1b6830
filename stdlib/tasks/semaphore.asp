# The functions of module semaphore that take functions.

## The value of `f ()`, called while a permit is taken. It is given back also if f raises an error, or a limit ends it.
# semaphore.with (semaphore 1) (() -> 5) => 5
with = s f -> {
    semaphore.hold s
    match try f () {
        Ok v -> {
            semaphore.let_go s
            v
        }
        Err e -> {
            semaphore.let_go s
            error e
        }
    }
}
