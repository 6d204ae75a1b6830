# The functions of module semaphore that take functions.

## The value of `f ()`, called while a permit is taken.
# semaphore.with (semaphore 1) (() -> 5) => 5
with = s f -> {
    semaphore.acquire s
    match try f () {
        Ok v -> {
            semaphore.release s
            v
        }
        Err e -> {
            semaphore.release s
            error e
        }
    }
}
