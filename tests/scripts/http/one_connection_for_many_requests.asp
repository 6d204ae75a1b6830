server = http.listen "127.0.0.1:0"
running = spawn http.run (request -> "<{request.path}>") server
socket = net.connect (net.address (http.listener server))

# The answer's body; its head tells how long it is.
read_answer = socket -> {
    size = 0
    for line in net.lines socket {
        if line == "" { break }
        if string.starts_with? "Content-Length: " line { size = int (drop 16 line) }
    }
    string.from_bytes (net.read_exactly size socket)
}

for i in 0..3 {
    net.write "GET /{i} HTTP/1.1\r\nHost: h\r\n\r\n" socket
    print (read_answer socket)
}
# expect: </0>
# expect: </1>
# expect: </2>

# Several at once are answered one after the other, also if they come in pieces.
many = join "" (map (i -> "GET /p{i} HTTP/1.1\r\nHost: h\r\n\r\n") (0..4))
for i in 0..(len many) { net.write many[i] socket }
print (map (_ -> read_answer socket) (0..4))
# expect: ["</p0>", "</p1>", "</p2>", "</p3>"]
net.write many socket
print (map (_ -> read_answer socket) (0..4))
# expect: ["</p0>", "</p1>", "</p2>", "</p3>"]
net.close socket
http.stop server
await running
