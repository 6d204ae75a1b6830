# What a user of another language tries first.
hint = f -> match try (f ()) { Err (TypeError { hint: text }) -> text, other -> show other }
print (contains "Some v -> …" (hint (() -> path.join (env.get "PATH") "x")))        # expect: true
print (contains "Some v -> …" (hint (() -> string.upper None)))                    # expect: true
print (contains "`0..n`" (hint (() -> for i in range(3) { print i })))             # expect: true
print (hint (() -> for i in push 3 { print i }))                                   # expect: this function waits for more arguments
