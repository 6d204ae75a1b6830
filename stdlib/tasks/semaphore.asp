# The functions of module semaphore that take functions.

## The value of `f ()`, called while a permit is taken.
# semaphore.with (semaphore 1) (() -> 5) => 5
with = s f -> {
    semaphore.acquire s
    result = try f ()
    semaphore.release s
    match result {
        Ok v -> v
        Err e -> error e
    }
}
