ch = channel 0
t = spawn recv ch
print (task.done? t)       # expect: false
send ch 1
await t
print (task.done? t)       # expect: true
