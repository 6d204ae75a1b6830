message = f -> match try (f ()) { Err (TypeError { message }) or Err (ValueError { message }) -> message, r -> r }
print (message (() -> send 5 1))            # expect: send: ch must be a Channel, not 5, an Int
print (message (() -> recv "x"))            # expect: recv: ch must be a Channel, not "x", a String
print (message (() -> close ()))            # expect: close: ch must be a Channel, not (), a Unit
print (message (() -> await [1]))           # expect: await: t must be a Task, not [1], a List
print (message (() -> channel -1))          # expect: channel: n must not be negative
print (message (() -> channel "a"))         # expect: channel: n must be an Int, not "a", a String
print (message (() -> sleep -1))            # expect: sleep: seconds must not be negative
print (message (() -> sleep "a"))           # expect: sleep: seconds must be a number, not "a", a String
print (message (() -> cell.get 1))          # expect: cell.get: c must be a Cell, not 1, an Int
print (message (() -> cell.update 1 2))     # expect: cell.hold: c must be a Cell, not 2, an Int
print (message (() -> semaphore -1))        # expect: semaphore.new: n must not be negative
print (message (() -> task.cancel 1))       # expect: task.cancel: t must be a Task, not 1, an Int
print (message (() -> select 5))            # expect: select: cases must be a List of cases (on, sending, after), not 5, an Int
print (message (() -> select [5]))          # expect: select: cases must be a List of cases (on, sending, after), not 5, an Int
print (message (() -> select [on 5 identity]))      # expect: on: ch must be a Channel, not 5, an Int
print (message (() -> select [sending 5 1 identity]))       # expect: sending: ch must be a Channel, not 5, an Int
print (message (() -> select [after "a" identity])) # expect: after: seconds must be a number, not "a", a String
print (message (() -> select [after -1 identity]))  # expect: after: seconds must not be negative
print (message (() -> gather identity 5))           # expect: cannot iterate over 5
print (message (() -> gather 5 [1]))                # expect: cannot call 5, an Int
print (message (() -> gather_limit "a" identity [1]))       # expect: gather_limit: n must be an Int, not "a"
print (message (() -> gather_limit 0 identity [1]))         # expect: gather_limit: n must be at least 1
print (message (() -> task.timeout "a" (() -> 1)))  # expect: task.timeout: seconds must be a number, not "a", a String
print (message (() -> task.timeout -1 (() -> 1)))   # expect: task.timeout: seconds must not be negative
print (message (() -> task.detach 1))       # expect: task.detach: t must be a Task, not 1, an Int
print (message (() -> task.done? 1))        # expect: task.done?: t must be a Task, not 1, an Int
