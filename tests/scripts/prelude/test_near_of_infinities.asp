print (test.near 0.1 math.inf math.inf, (try (test.near 0.1 math.inf (-math.inf))) is Err _)
# expect: ((), true)
