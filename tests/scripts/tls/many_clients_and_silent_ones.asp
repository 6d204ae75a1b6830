# Connections shake hands in tasks of their own: those that send nothing, or half of a hello, delay no other.
use "./lib/certificates" as pem

listener = tls.listen { certificate: pem.server, key: pem.server_key } "127.0.0.1:0"
address = net.address listener
server = spawn net.serve (socket -> for line in net.lines socket { net.write "you said {line}\n" socket }) listener
silent = map (i -> {
    socket = net.connect address
    if i > 3 { net.write (hex.decode "16030100f8010000") socket }
    socket
}) (0..8)
client = i -> {
    socket = tls.connect_with { ca: pem.authority, } address
    net.write "hello {i}\nbye\n" socket
    net.finish socket
    text = string.from_bytes (net.read_all socket)
    net.close socket
    string.lines text == ["you said hello {i}", "you said bye"]
}
print (gather client (0..64) |> all identity)
# expect: true
for socket in silent { net.close socket }
net.close listener
await server
print "over"
# expect: over
