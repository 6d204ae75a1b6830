# A collection took a semaphore for a native object.
gate = semaphore 1
garbage = n -> len (map (i -> [i, i]) (0..n))
print (semaphore.with gate (() -> garbage 200000))  # expect: 200000
