a = channel 0
b = channel 0
t = spawn select [on a identity, on (channel 0) identity]
u = spawn (try (select [sending (channel 0) 1 identity, sending b 1 identity]))
for i in 0..20 { task.yield () }
close a
close b
print (await t)                                                 # expect: None
print ((await u) is Err (Closed _))                             # expect: true
