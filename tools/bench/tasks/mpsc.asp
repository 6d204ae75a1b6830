# Eight tasks send to one channel, and one task receives from it.
n = int args[0] // 8
ch = channel 64
begin = time.monotonic ()
senders = map (i -> spawn { for i in 0..n { send ch i } }) (0..8)
spawn {
    task.all senders
    close ch
}
total = 0
for v in ch { total += v }
if total != 8 * n * (n - 1) // 2 { error "a wrong sum" }
print "RESULT ns {(time.monotonic () - begin) * 1e9 / (8 * n)}"
