# A value goes round through 503 tasks until it has made the given number of hops.
n = 503
rounds = max [1, int args[0] // n]
first = channel 0
last = first
for i in 1..n {
    from = last
    to = channel 0
    spawn { for v in from { send to v }; close to }
    last = to
}
begin = time.monotonic ()
for i in 0..rounds {
    send first i
    if recv last != Some i { error "a wrong value" }
}
print "RESULT ns {(time.monotonic () - begin) * 1e9 / (n * rounds)}"
close first
