# Tick n does not come before n times its seconds have passed, however long the loop takes.
begin = time.monotonic ()
ticks = []
for n in time.every 0.001 {
    assert (time.monotonic () - begin >= 0.001 * n - 0.0001)
    ticks = push n ticks
    if n >= 20 { break }
}
print (all (pair -> pair[0] < pair[1]) (windows 2 ticks), first ticks >= 1)
# expect: (true, true)
