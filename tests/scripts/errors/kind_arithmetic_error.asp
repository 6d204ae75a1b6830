match (try (1 % 0)) { Err (ArithmeticError { message }) -> print (message is (_: String)) }
# expect: true
