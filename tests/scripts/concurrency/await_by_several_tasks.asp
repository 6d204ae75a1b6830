gate = channel 0
t = spawn { recv gate; 7 }
waiting = [spawn await t, spawn await t, spawn await t]
close gate
print (task.all waiting)   # expect: [7, 7, 7]
