# An open listener without a waiting task, and a detached task that waits, do not delay the program's end.
signals.listen ["TERM"]
listener = signals.listen ["USR1"]
task.detach (spawn signals.next listener)
task.yield ()
print "over"
# expect: over
