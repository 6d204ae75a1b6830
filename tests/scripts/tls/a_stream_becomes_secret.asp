# As with STARTTLS: both sides start without encryption, then go on with a TLS socket.
use "./lib/certificates" as pem

listener = net.listen "unix:{fs.temp_dir ()}/socket"
serving = spawn {
    Some plain = net.accept listener
    print (net.read_line plain)
    # Data that comes in one piece with the line belongs to the handshake.
    socket = tls.server { certificate: pem.server, key: pem.server_key, alpn: ["b", "a"] } plain
    print (net.read_line socket, (tls.info socket).alpn)
    net.write "secret\n" socket
    net.close socket
}
plain = net.connect (net.address listener)
net.write "starttls\n" plain
socket = tls.client { name: "localhost", ca: pem.authority, alpn: ["a", "b", "c"] } plain
net.write "hello\n" socket
await serving
# expect: Some "starttls"
# expect: (Some "hello", Some "b")
print (net.read_line socket, net.read_line socket)
# expect: (Some "secret", None)
print ((try (net.write "x" plain)) is Err (Closed _))
# expect: true
net.close socket

# A client and a server without a common application protocol.
connecting = spawn try (tls.client { name: "localhost", ca: pem.authority, alpn: ["c"] } (net.connect (net.address listener)) |> tls.handshake)
Some plain = net.accept listener
server = tls.server { certificate: pem.server, key: pem.server_key, alpn: ["b", "a"] } plain
code = result -> match result { Err (IoError e) -> (e.code, split ": " e.message |> last) }
print (code (try (tls.handshake server)))
# expect: ("EPROTO", "no application protocol")
print (code (await connecting))
# expect: ("EPROTO", "tlsv1 alert no application protocol")
