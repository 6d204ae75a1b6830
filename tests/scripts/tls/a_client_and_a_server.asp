# tls.connect and tls.listen return sockets that the functions of module net accept.
use "./lib/certificates" as pem

listener = tls.listen { certificate: pem.server, key: pem.server_key } "127.0.0.1:0"
address = net.address listener
server = spawn net.serve (socket -> for line in net.lines socket { net.write "you said {line}\n" socket }) listener

socket = tls.connect_with { ca: pem.authority } address
print (net.peer socket == address)
# expect: true
net.write "one\ntwo\n" socket
net.write b"three\n" socket
print (net.read_line socket, net.read_line socket)
# expect: (Some "you said one", Some "you said two")
net.finish socket
print (net.read_exactly 5 socket, net.read_all socket)
# expect: (b"you s", b"aid three\n")
net.close socket

socket = tls.connect_with { ca: pem.authority, name: "server.test" } address
facts = tls.info socket
print (facts.version, facts.alpn, facts.certificate)
# expect: ("TLSv1.3", None, Some { subject: "CN=localhost", issuer: "CN=Aspen test authority", expires: 4891363200 })
net.close socket
net.close listener
await server
