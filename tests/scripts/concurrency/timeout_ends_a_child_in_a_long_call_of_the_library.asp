# The child runs inside of what awaits it, on the same worker. Each call would take an hour.
a = string.repeat 1000000 "a"
b = string.repeat 1000000 "b"
slow = () -> string.distance a b
late = f -> (try (task.timeout 0.02 f)) is Err (Timeout _)
print (late (() -> await (spawn slow ())))                          # expect: true
print (late (() -> await (spawn (await (spawn slow ())))))          # expect: true
print (late (() -> fiber { yield await (spawn slow ()) } ()))       # expect: true
print (late (() -> await (spawn (fiber { yield slow () } ()))))     # expect: true
