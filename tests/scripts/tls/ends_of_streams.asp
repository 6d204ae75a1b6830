# A reader can tell whether the other side has ended the stream or was cut off.
use "./lib/certificates" as pem

listener = tls.listen { certificate: pem.server, key: pem.server_key } "127.0.0.1:0"
connected = () -> {
    connecting = spawn tls.connect_with { ca: pem.authority, } (net.address listener)
    Some socket = net.accept listener
    tls.handshake socket
    (await connecting, socket)
}
code = f -> match try (f ()) {
    Err (IoError e) -> (e.code, split ": " e.message |> last)
    Err (Closed _) -> "Closed"
    other -> other
}

# Closed.
client, server = connected ()
net.write "all" server
net.close server
print (net.read_all client, net.read 5 client)
# expect: (b"all", None)
net.close client
print (code (() -> net.read 5 client))
# expect: Closed

# One side has ended, the other goes on.
client, server = connected ()
net.write "question" client
net.finish client
print (code (() -> net.write "more" client))
# expect: ("EPIPE", "Broken pipe")
print (net.read_all server)
# expect: b"question"
net.write "answer" server
net.close server
print (net.read_all client)
# expect: b"answer"
net.close client

# Cut off: a proxy passes on the handshake and some of what follows, and ends as TCP does.
proxy = net.listen "127.0.0.1:0"
passing = spawn {
    Some near = net.accept proxy
    far = net.connect (net.address listener)
    there = spawn loop { match net.read 10000 near { Some data -> net.write data far, None -> break } }
    left = 3000
    while left > 0 {
        Some data = net.read left far
        net.write data near
        left -= len data
    }
    net.finish near
    await there
    net.close far
    net.close near
}
connecting = spawn tls.connect_with { ca: pem.authority, } (net.address proxy)
Some server = net.accept listener
writing = spawn try (net.write (string.repeat 5000 "x") server)
client = await connecting
print (code (() -> net.read_all client))
# expect: ("ETRUNCATED", "the other side has not said in TLS that it ends")
print (code (() -> net.read 5 client))
# expect: ("ETRUNCATED", "the other side has not said in TLS that it ends")
print (code (() -> net.write "more" client))
# expect: ("ETRUNCATED", "the other side has not said in TLS that it ends")
net.close client
await writing
await passing
net.close server
