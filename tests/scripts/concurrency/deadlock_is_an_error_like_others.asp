print ((try (recv (channel 0))) is Err (Deadlock _))        # expect: true
print ((try (send (channel 0) 1)) is Err (Deadlock _))      # expect: true
print ((try (semaphore.acquire (semaphore 0))) is Err (Deadlock _))     # expect: true
