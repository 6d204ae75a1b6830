# A signal that somebody listens for does not end the program, and waits for who asks next.
listener = signals.listen ["TERM", "INT"]
signals.send "TERM" process.pid
print (signals.next listener)
# expect: Some "TERM"
signals.send "INT" process.pid
print (signals.next listener)
# expect: Some "INT"
