# A collection took a semaphore for a native object.
gate = semaphore 1
garbage = n -> len (map (i -> [i, i]) (0..n))
print (garbage 300000)  # expect: 300000
print (semaphore.with gate (() -> garbage 300000))  # expect: 300000
