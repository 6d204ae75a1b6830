handler = request -> match request.path {
    "/list" -> { body: ["one ", b"two ", "", "three"] }
    "/fiber" -> { headers: ["Content-Type": "text/csv"], body: fiber { for i in 0..3 { yield "{i};" } } }
    "/none" -> { status: 204, body: ["no body"] }
    "/breaks" -> { body: fiber { yield "so far"; error "no further" } }
}
server = http.listen "127.0.0.1:0"
address = net.address (http.listener server)
running = spawn http.run handler server
ask = text -> {
    socket = net.connect address
    net.write text socket
    answer = net.read_all socket |> string.from_bytes |> string.split_once "\r\n\r\n"
    net.close socket
    Some (_, body) = answer
    body
}
print (show (ask "GET /list HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"))
# expect: "4\r\none \r\n4\r\ntwo \r\n5\r\nthree\r\n0\r\n\r\n"
print (show (ask "GET /fiber HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"))
# expect: "2\r\n0;\r\n2\r\n1;\r\n2\r\n2;\r\n0\r\n\r\n"
# A client that knows no chunks gets the pieces as they are; an empty chunk would end the body.
print (show (ask "GET /fiber HTTP/1.0\r\n\r\n"))
# expect: "0;1;2;"
print (show (ask "HEAD /fiber HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"))
# expect: ""
# A body that breaks off has no end mark: the client can tell.
print (show (ask "GET /breaks HTTP/1.1\r\nHost: h\r\n\r\n"))
# expect: "6\r\nso far\r\n"
# To a client without chunks the end of the connection would look like the end of the body.
print (match try (ask "GET /breaks HTTP/1.0\r\n\r\n") { Err (IoError e) -> e.code, other -> other })
# expect: ECONNRESET
# Where there can be no body, nothing follows the head.
print (show (ask "GET /none HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"))
# expect: ""
http.stop server
await running
