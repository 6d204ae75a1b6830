# Each connection is a task; what one client sends comes back to it in order.
listener = net.listen "127.0.0.1:0"
address = net.address listener
server = spawn net.serve (socket -> for line in net.lines socket { net.write "you said {line}\n" socket }) listener
client = i -> {
    socket = net.connect address
    net.write "hello {i}\nbye\n" socket
    net.finish socket
    text = string.from_bytes (net.read_all socket)
    net.close socket
    lines = string.lines text
    lines == ["you said hello {i}", "you said bye"]
}
print (all identity (gather client (0..40)))
# expect: true
net.close listener
await server
print "over"
# expect: over
