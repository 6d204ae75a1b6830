# Each character of the text was an argument of its own.
message = f -> match try (f ()) { Err (TypeError { message: text }) -> text, other -> show other }
print (message (() -> process.run "echo" "-n"))
print (message (() -> process.run_with { dir: "/" } "echo" "-n"))
print (message (() -> process.spawn "echo" "-n"))
print (process.run "echo" ["-n", "a b"]).out
# expect: process.run: args must be a list of strings, not "-n", a String
# expect: process.run_with: args must be a list of strings, not "-n", a String
# expect: process.spawn: args must be a list of strings, not "-n", a String
# expect: a b
