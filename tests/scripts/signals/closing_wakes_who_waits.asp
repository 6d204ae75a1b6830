# All tasks that wait for a listener get None when it is closed, and so do later ones. It may be closed twice.
listener = signals.listen ["USR1"]
waiting = map (_ -> { spawn signals.next listener }) [1, 2, 3]
task.yield ()
signals.close listener
signals.close listener
print (map await waiting)
# expect: [None, None, None]
print (signals.next listener)
# expect: None
