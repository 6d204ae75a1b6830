server = http.listen "127.0.0.1:0"
running = spawn http.run (request -> "{request.path} {request.query} {request.headers["host"]}") server
ask = target -> {
    socket = net.connect (net.address (http.listener server))
    net.write "GET {target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n" socket
    answer = string.from_bytes (net.read_all socket)
    net.close socket
    (split "\r\n\r\n" answer)[1]
}
for target in ["/a?b", "http://h/a?b", "HTTP://h/a?b", "http://h?b", "https://h"] { print "{ask target}." }
# expect: /a b h.
# expect: /a b h.
# expect: /a b h.
# expect: / b h.
# expect: /  h.
# Its host counts, as for a cache in front of this server.
for target in ["http://right:1/a", "http://user@right?x", "http://right"] { print "{ask target}." }
# expect: /a  right:1.
# expect: / x right.
# expect: /  right.
http.stop server
await running
