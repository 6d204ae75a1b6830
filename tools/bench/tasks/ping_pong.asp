# A value goes to and fro between two tasks.
n = 1000000
there = channel 0
back = channel 0
echo = spawn { for v in there { send back v } }
begin = time.monotonic ()
for i in 0..n {
    send there i
    recv back
}
print "{(time.monotonic () - begin) * 1e9 / n} ns a round trip"
close there
