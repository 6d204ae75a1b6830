# Eight tasks send to one channel, which one receives from.
n = 100000
ch = channel 64
begin = time.monotonic ()
for p in 0..8 { spawn { for i in 0..n { send ch i } } }
total = 0
for i in 0..8 * n {
    match recv ch { Some v -> { total += v }, None -> () }
}
print "{(time.monotonic () - begin) * 1e9 / (8 * n)} ns a message"
