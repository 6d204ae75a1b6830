match (try [1][5]) { Err (IndexError { message }) -> print (contains "5" message) }
# expect: true
