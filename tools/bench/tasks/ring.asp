# A value goes round through 503 tasks.
n = 503
rounds = 2000
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
    recv last
}
print "{(time.monotonic () - begin) * 1e9 / (n * rounds)} ns a hop"
close first
