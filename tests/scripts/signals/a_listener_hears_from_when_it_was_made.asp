# A listener ignores signals that came before it was made, and keeps those that come while no task waits.
early = signals.listen ["USR1"]
signals.send "USR1" process.pid
signals.next early
late = signals.listen ["USR1", "USR2"]
signals.send "USR2" process.pid
total = 0
for i in 0..1000 { total += i }
print (signals.next late)
# expect: Some "USR2"
