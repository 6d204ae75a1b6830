print (assert (1 < 2))
# expect: ()
assert (2 < 1)        # expect error: AssertionError
