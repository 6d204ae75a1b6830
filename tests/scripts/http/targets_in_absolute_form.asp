server = http.listen "127.0.0.1:0"
running = spawn http.run (request -> "{request.path} {request.query}") server
ask = target -> {
    socket = net.connect (net.address (http.listener server))
    net.write "GET {target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n" socket
    answer = string.from_bytes (net.read_all socket)
    net.close socket
    (split "\r\n\r\n" answer)[1]
}
for target in ["/a?b", "http://h/a?b", "HTTP://h/a?b", "http://h?b", "https://h"] { print "{ask target}." }
# expect: /a b.
# expect: /a b.
# expect: /a b.
# expect: / b.
# expect: / .
http.stop server
await running
