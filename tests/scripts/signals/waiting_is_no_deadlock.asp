# A program that only waits for a signal is not in a deadlock: here a process that it has started sends one.
listener = signals.listen ["USR1"]
sender = process.spawn "sh" ["-c", "kill -USR1 $PPID"]
print (signals.next listener)
# expect: Some "USR1"
process.wait sender
