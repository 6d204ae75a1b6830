match (try (1 + "a")) { Err (TypeError { message }) -> print (message is (_: String)) }
# expect: true
