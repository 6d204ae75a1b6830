# Each mistake costs only its own request.
handler = request -> match request.path {
    "/fails" -> error "on purpose"
    "/wrong" -> 5
    "/fields" -> { stauts: 200 }
    "/injects" -> { headers: ["X-A": "b\r\nSet-Cookie: c"] }
    "/length" -> { headers: ["Content-Length": "5"] }
    "/reads" -> fs.read "/there/is/no/such/file"
    _ -> "fine"
}
server = http.listen "127.0.0.1:0"
running = spawn http.run handler server
socket = net.connect (net.address (http.listener server))
for path in ["/fails", "/wrong", "/fields", "/injects", "/length", "/reads", "/fine"] {
    net.write "GET {path} HTTP/1.1\r\nHost: h\r\n\r\n" socket
    print (net.read_line socket)
    size = 0
    for line in net.lines socket {
        if line == "" { break }
        if string.starts_with? "Content-Length: " line { size = int (drop 16 line) }
    }
    net.read_exactly size socket
}
# expect: Some "HTTP/1.1 500 Internal Server Error"
# expect: Some "HTTP/1.1 500 Internal Server Error"
# expect: Some "HTTP/1.1 500 Internal Server Error"
# expect: Some "HTTP/1.1 500 Internal Server Error"
# expect: Some "HTTP/1.1 500 Internal Server Error"
# expect: Some "HTTP/1.1 500 Internal Server Error"
# expect: Some "HTTP/1.1 200 OK"
net.close socket
http.stop server
await running
