# A loop over a listener waits for one signal after another, until the listener is closed.
listener = signals.listen ["USR1", "USR2"]
signals.send "USR1" process.pid
for name in listener {
    print name
    if name == "USR1" {
        signals.send "USR2" process.pid
    } else {
        signals.close listener
    }
}
# expect: USR1
# expect: USR2
print "over"
# expect: over
