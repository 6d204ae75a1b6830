# A signal with a listener does not end the program, and is kept for the next task that asks for it.
listener = signals.listen ["TERM", "INT"]
signals.send "TERM" process.pid
print (signals.next listener)
# expect: Some "TERM"
signals.send "INT" process.pid
print (signals.next listener)
# expect: Some "INT"
