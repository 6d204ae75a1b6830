folder = fs.temp_dir ()
name = "unix:{folder}/socket"
listener = net.listen name
client = net.connect name
Some socket = net.accept listener
net.write "through a file" client
net.close client
print (net.read_all socket)
# expect: b"through a file"
print (net.address listener == name)
# expect: true
net.close listener
print (fs.exists? "{folder}/socket")
# expect: false
print (match try (net.connect name) { Err (IoError e) -> e.code })
# expect: ENOENT

# Sockets for datagrams are files, too, which end with them. What is too long to be received is an error.
for _ in 0..2 {
    a = net.udp name
    b = net.udp "{name}2"
    net.send_to "ping" name b
    print (net.receive_from a == (b"ping", "{name}2"))
    net.send_to (string.repeat 100_000 "x") name b
    net.send_to "next" name b
    print (match try (net.receive_from a) { Err (IoError e) -> e.code })
    print (net.receive_from a == (b"next", "{name}2"))
    net.close a
    net.close b
}
# expect: true
# expect: EMSGSIZE
# expect: true
# expect: true
# expect: EMSGSIZE
# expect: true
print (fs.list folder)
# expect: []
fs.remove folder
