match (try (int "abc")) { Err (ValueError { message }) -> print (contains "abc" message) }
# expect: true
