ch = channel 0
waiting = list (0..5) |> map (i -> spawn recv ch)
for i in 0..20 { task.yield () }
close ch
print (task.all waiting)   # expect: [None, None, None, None, None]
