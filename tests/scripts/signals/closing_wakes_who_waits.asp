# All who wait for a listener that is closed get None, and so does who comes later. Closing twice does no harm.
listener = signals.listen ["USR1"]
waiting = map (_ -> { spawn signals.next listener }) [1, 2, 3]
task.yield ()
signals.close listener
signals.close listener
print (map await waiting)
# expect: [None, None, None]
print (signals.next listener)
# expect: None
