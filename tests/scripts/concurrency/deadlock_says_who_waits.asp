one = () -> recv (channel 0)
message = f -> match try (f ()) { Err (Deadlock { message }) -> message, r -> r }
print (message one)                                             # expect: this waits for what can never come, a value from a channel
print (message (() -> { task.detach (spawn one ()); one () }))
# expect: this waits for what can never come, a value from a channel; 1 other task waits as well
print (message (() -> { task.detach (spawn one ()); one () }))
# expect: this waits for what can never come, a value from a channel; 2 other tasks wait as well
