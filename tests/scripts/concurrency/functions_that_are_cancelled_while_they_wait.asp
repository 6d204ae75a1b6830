ch = channel 0
t = spawn list ch
send ch 1                                   # which it has taken then
task.cancel t
print ((try (await t)) is Err (Cancelled _))    # expect: true
u = spawn { send ch 2; close ch }
print (list ch)                             # expect: [2]
