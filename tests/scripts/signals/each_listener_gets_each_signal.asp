# Listeners do not take signals from each other; closing one does not affect the others.
first_one = signals.listen ["USR1"]
second_one = signals.listen ["USR1", "USR2"]
closed_one = signals.listen ["USR1"]
signals.close closed_one
signals.send "USR1" process.pid
print (signals.next first_one, signals.next second_one, signals.next closed_one)
# expect: (Some "USR1", Some "USR1", None)
signals.close first_one
signals.send "USR1" process.pid
print (signals.next second_one)
# expect: Some "USR1"
