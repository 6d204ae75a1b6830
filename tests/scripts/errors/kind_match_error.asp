match (try (match 1 { 2 -> 0 })) { Err (MatchError { message }) -> print (contains "1" message) }
# expect: true
