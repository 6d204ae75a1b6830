# Far more than the system's buffers of a socket hold: the writer goes on as the other side reads.
listener = net.listen "127.0.0.1:0"
client = net.connect (net.address listener)
Some socket = net.accept listener
piece = string.repeat 100000 "0123456789"
writers = []
for i in 0..3 { writers |>= push (spawn net.write piece socket) }
write_ended = spawn { for w in writers { await w }; net.finish socket }
total = 0
loop {
    match net.read 65536 client {
        Some part -> total += len part
        None -> break
    }
}
print total
# expect: 3000000
await write_ended
print (try (task.timeout 0.05 (() -> net.write (string.repeat 100 piece) client)))
# expect: Err (Timeout { message: "task.timeout: not done within 0.05 s" })
net.close socket        # until here it is in use, and so no collection closes it

# Short texts that have to wait arrive unchanged, after the long one.
client = net.connect (net.address listener)
Some socket = net.accept listener
long = spawn net.write (string.repeat 10 piece) socket
first = net.read_exactly 1 client
writers = map (i -> { spawn net.write "<{i}>" socket }) (0..20)
ended = spawn { await long; for w in writers { await w }; net.finish socket }
all_of_it = string.from_bytes (first + net.read_all client)
await ended
rest = drop (10 * len piece) all_of_it
print (len rest, all (i -> contains "<{i}>" rest) (0..20))
# expect: (70, true)
