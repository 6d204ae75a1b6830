ch = channel 1
t = spawn { match recv ch { Some me -> await me, None -> 0 } }
send ch t
print ((try (await t)) is Err (Deadlock _))     # expect: true
