listener = net.listen "127.0.0.1:0"
server = spawn {
    Some socket = net.accept listener
    net.write "a line\r\nanother\n12345678rest" socket
    net.finish socket
    net.read_all socket
}
socket = net.connect (net.address listener)
print (net.read_line socket)
# expect: Some "a line"
print (net.read_line socket)
# expect: Some "another"
print (net.read_exactly 4 socket)
# expect: b"1234"
print (net.read 2 socket)
# expect: Some b"56"
print (net.read_all socket)
# expect: b"78rest"
print (net.read 10 socket)
# expect: None
print (net.read_line socket)
# expect: None
net.write "thanks" socket
net.finish socket
print (await server)
# expect: b"thanks"
match try (net.read_exactly 1 socket) { Err (Closed e) -> print (string.ends_with? "the stream ended before there were 1 bytes" e.message) }
# expect: true
