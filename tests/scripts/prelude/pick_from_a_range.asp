# Without a list of its elements.
n = random.pick (0..1_000_000_000_000)
print (n >= 0 and n < 1_000_000_000_000)                        # expect: true
print (random.pick (7..=7))                                     # expect: 7
print (random.pick (range (2 ** 70) (2 ** 70 + 1) 1) == 2 ** 70)    # expect: true
print ((try (random.pick (3..3))) is Err (ValueError _))        # expect: true
m = random.pick (range 10 0 -3)
print (contains m [10, 7, 4, 1])                                # expect: true
print (match try (string.from_codes [2 ** 50]) { Err (ValueError e) -> e.message })    # expect: string.from_codes: codes holds a number that is not a Unicode character
