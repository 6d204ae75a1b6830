print (assert true)
# expect: ()
match (try (assert (1 == 2))) { Err (AssertionError { message }) -> print (message is (_: String)) }
# expect: true
