# Tasks with nothing to do, each awaited before the next is spawned.
n = 1000000
begin = time.monotonic ()
for i in 0..n { await (spawn i) }
print "{(time.monotonic () - begin) * 1e9 / n} ns each"
