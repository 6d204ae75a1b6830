# Both sides write before they read, and more than the system buffers: a writer waits for the other side.
use "./lib/certificates" as pem

size = 20_000_000
piece = 1_000_000
part = seed i -> bytes (string.repeat (piece / 10 |> int) (string ((seed + i) % 10) + "123456789"))
listener = tls.listen { certificate: pem.server, key: pem.server_key } "127.0.0.1:0"
exchange = ours theirs socket -> {
    count = (size / piece) |> int
    writing = spawn {
        for i in 0..count { net.write (part ours i) socket }
        net.finish socket
    }
    is_right = true
    for i in 0..count {
        if net.read_exactly piece socket != part theirs i { is_right = false }
    }
    rest = net.read 1 socket
    await writing
    (is_right, rest)
}
serving = spawn {
    Some socket = net.accept listener
    exchange 3 5 socket
}
socket = tls.connect_with { ca: pem.authority, } (net.address listener)
print (exchange 5 3 socket, await serving)
# expect: ((true, None), (true, None))
net.close socket
