# Two tasks wait for one listener: one gets the first signal, the other the second.
listener = signals.listen ["USR1", "USR2"]
done = channel 2
waiting = map (_ -> { spawn (send done (signals.next listener)) }) [1, 2]
task.yield ()
signals.send "USR1" process.pid
print (recv done)
# expect: Some (Some "USR1")
signals.send "USR2" process.pid
print (recv done)
# expect: Some (Some "USR2")
each await waiting
