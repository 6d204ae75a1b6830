# Each answer ends where the next one begins, whatever its status and its headers.
handler = request -> match request.path {
    "/joined" -> show [get "a" request.headers, get "cookie" request.headers, take 4 (keys request.headers)]
    "/control" -> { headers: ["X-A": "a\e[31mb"] }
    path -> { status: int (drop 1 path) }
}
server = http.listen "127.0.0.1:0"
running = spawn http.run handler server
address = net.address (http.listener server)
socket = net.connect address
ask = path more -> {
    net.write "GET {path} HTTP/1.1\r\nHost: h\r\n{more}\r\n" socket
    head = net.lines socket |> take_while (line -> line != "")
    size = head |> filter (string.starts_with? "Content-Length: ") |> sum_by (line -> int (drop 16 line))
    (head[0], head |> filter (string.starts_with? "Con"), net.read_exactly size socket)
}
for status in [204, 205, 304, 426] { print (ask "/{status}" "") }
# expect: ("HTTP/1.1 204 No Content", [], b"")
# expect: ("HTTP/1.1 205 Reset Content", ["Content-Length: 0"], b"")
# expect: ("HTTP/1.1 304 Not Modified", [], b"")
# expect: ("HTTP/1.1 426 Upgrade Required", ["Content-Length: 0", "Connection: Upgrade"], b"")
print (ask "/control" "")[0]
# expect: HTTP/1.1 500 Internal Server Error

# The values of one name are joined in their order, names stand in the order of their first places.
print (string (ask "/joined" "B: 1\r\nA: 2\r\nCookie: x\r\nb: 3\r\na: 4\r\nC: 5\r\nA: 6\r\nCookie: y\r\n")[2])
# expect: b"[Some \"2, 4, 6\", Some \"x; y\", [\"host\", \"b\", \"a\", \"cookie\"]]"
print (string.count "," (string (ask "/joined" (string.repeat 8000 "a: 1\r\n"))[2]))
# expect: 8002
net.close socket
http.stop server
await running
