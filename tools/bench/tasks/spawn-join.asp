# Tasks with nothing to do, each awaited before the next is spawned.
n = int args[0]
begin = time.monotonic ()
for i in 0..n {
    if await (spawn i) != i { error "a wrong value" }
}
print "RESULT ns {(time.monotonic () - begin) * 1e9 / n}"
