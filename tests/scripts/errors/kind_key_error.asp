match (try ["a": 1]["key"]) { Err (KeyError { message }) -> print (contains "key" message) }
# expect: true
