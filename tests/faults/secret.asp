# TLS on both sides, from the handshake to the end of the streams.
# faults: socket bind listen accept4 connect sendto recvfrom epoll_wait epoll_pwait epoll_ctl shutdown fcntl
use "../scripts/tls/lib/certificates" as pem
listener = tls.listen { certificate: pem.server, key: pem.server_key } "127.0.0.1:0"
echo = socket -> match try (for line in net.lines socket { net.write "{line}\n" socket }) {
    Err e -> eprint e
    _ -> ()
}
server = spawn net.serve echo listener
ask = n -> {
    socket = tls.connect_with { ca: pem.authority, } (net.address listener)
    net.write "question {n}\n" socket
    net.finish socket
    answer = net.read_all socket
    net.close socket
    answer
}
print (task.timeout 5 (() -> map ask (0..3)))
net.close listener
await server
