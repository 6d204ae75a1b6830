ch = channel 0
waiting = list (0..3) |> map (i -> spawn (try (send ch i)))
for i in 0..20 { task.yield () }
close ch
print (task.all waiting |> all (r -> r is Err (Closed _)))      # expect: true
print (recv ch)            # expect: None
