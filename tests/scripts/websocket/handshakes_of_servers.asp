# A request that does not ask for a websocket as the standard demands gets an HTTP answer.
handler = request -> match request.path {
    "/" -> websocket.accept request (ws -> websocket.send (show (websocket.protocol ws)) ws)
    "/some" -> websocket.accept_with { protocols: ["b", "a"], origins: ["https://one"], headers: ["X-Own": "1"] } request (ws -> ())
    "/any" -> websocket.accept_with { origins: ["*"] } request (ws -> ())
    "/wrong" -> websocket.accept_with { nonsense: 1 } request (ws -> ())
}
server = http.listen "127.0.0.1:0"
running = spawn http.run handler server
address = net.address (http.listener server)
lines_of = text -> {
    socket = net.connect address
    net.write text socket
    head = net.lines socket |> take_while (line -> line != "")
    net.close socket
    head |> filter (line -> not (string.starts_with? "Date" line or string.starts_with? "Content" line))
}
good = ["Host": "Me:80", "Upgrade": "h2c, WebSocket", "Connection": "keep-alive, Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="]
ask = first changes -> {
    headers = merge good changes |> entries |> filter ((_, value) -> value != "") |> map ((name, value) -> "{name}: {value}\r\n")
    lines_of "{first}\r\n{join "" headers}\r\n"
}
print (ask "GET / HTTP/1.1" [:])
# expect: ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "Connection: Upgrade"]
print (ask "GET / HTTP/1.1" ["Sec-WebSocket-Protocol": "a, b"] |> len)
# expect: 4
print (ask "GET /some HTTP/1.1" ["Sec-WebSocket-Protocol": "a, b", "Origin": "https://one"])
# expect: ["HTTP/1.1 101 Switching Protocols", "X-Own: 1", "Upgrade: websocket", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "Sec-WebSocket-Protocol: b", "Connection: Upgrade"]
status = first changes -> (ask first changes)[0]
print (status "POST / HTTP/1.1" ["Content-Length": "0"])
# expect: HTTP/1.1 405 Method Not Allowed
for change in [["Upgrade": ""], ["Upgrade": "websockets"], ["Connection": ""], ["Connection": "close"], ["Sec-WebSocket-Version": ""]] {
    print (status "GET / HTTP/1.1" change)
}
# expect: HTTP/1.1 426 Upgrade Required
# expect: HTTP/1.1 426 Upgrade Required
# expect: HTTP/1.1 426 Upgrade Required
# expect: HTTP/1.1 426 Upgrade Required
# expect: HTTP/1.1 426 Upgrade Required
print (ask "GET / HTTP/1.1" ["Sec-WebSocket-Version": "8"])
# expect: ["HTTP/1.1 426 Upgrade Required", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Connection: Upgrade"]
for key in ["", "short", "AAAA", "dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ=="] { print (status "GET / HTTP/1.1" ["Sec-WebSocket-Key": key]) }
# expect: HTTP/1.1 400 Bad Request
# expect: HTTP/1.1 400 Bad Request
# expect: HTTP/1.1 400 Bad Request
# expect: HTTP/1.1 400 Bad Request
print (status "GET / HTTP/1.0" [:])
# expect: HTTP/1.1 426 Upgrade Required
print (status "GET /wrong HTTP/1.1" [:])
# expect: HTTP/1.1 500 Internal Server Error

# Pages of other sites may not connect, as browsers send cookies along.
for (path, origin) in [("/", "http://me:80"), ("/", "HTTP://Me"), ("/", "http://me:81"), ("/", "https://me"), ("/", "ftp://me:80"), ("/", "https://one"), ("/", "null"), ("/some", "http://me:80"), ("/any", "null")] {
    print (status "GET {path} HTTP/1.1" ["Origin": origin])
}
# expect: HTTP/1.1 101 Switching Protocols
# expect: HTTP/1.1 101 Switching Protocols
# expect: HTTP/1.1 403 Forbidden
# expect: HTTP/1.1 403 Forbidden
# expect: HTTP/1.1 403 Forbidden
# expect: HTTP/1.1 403 Forbidden
# expect: HTTP/1.1 403 Forbidden
# expect: HTTP/1.1 403 Forbidden
# expect: HTTP/1.1 101 Switching Protocols
# A proxy in front of the server may speak TLS in its place.
for (host, origin) in [("me", "https://me"), ("me:443", "https://me"), ("me", "https://me:443"), ("me:443", "http://me")] {
    print (status "GET / HTTP/1.1" ["Host": host, "Origin": origin])
}
# expect: HTTP/1.1 101 Switching Protocols
# expect: HTTP/1.1 101 Switching Protocols
# expect: HTTP/1.1 101 Switching Protocols
# expect: HTTP/1.1 403 Forbidden
http.stop server
await running
