# A value goes to and fro between two tasks.
n = int args[0]
there = channel 0
back = channel 0
echo = spawn { for v in there { send back v } }
begin = time.monotonic ()
for i in 0..n {
    send there i
    if recv back != Some i { error "a wrong value" }
}
print "RESULT ns {(time.monotonic () - begin) * 1e9 / n}"
close there
