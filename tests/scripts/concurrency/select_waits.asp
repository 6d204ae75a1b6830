a = channel 0
b = channel 0
t = spawn select [on a (v -> ("a", v)), on b (v -> ("b", v)), after 1000 (() -> "late")]
for i in 0..20 { task.yield () }
send b 5
print (await t)                                                 # expect: ("b", Some 5)
u = spawn select [sending a 1 (() -> "to a"), sending b 2 (() -> "to b")]
print (recv b)                                                  # expect: Some 2
print (await u)                                                 # expect: to b
