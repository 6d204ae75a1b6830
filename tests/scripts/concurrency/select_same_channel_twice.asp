a = channel 0
t = spawn select [on a (v -> ("first", v)), on a (v -> ("second", v))]
for i in 0..20 { task.yield () }
send a 1
print (await t)                                                 # expect: ("first", Some 1)
