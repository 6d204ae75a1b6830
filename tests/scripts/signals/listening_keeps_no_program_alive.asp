# A listener that is neither closed nor waited for, and a detached task that waits, hold up nothing.
signals.listen ["TERM"]
listener = signals.listen ["USR1"]
task.detach (spawn signals.next listener)
task.yield ()
print "over"
# expect: over
