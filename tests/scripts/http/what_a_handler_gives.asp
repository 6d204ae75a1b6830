# Every result of a handler becomes a proper answer.
handler = request -> match request.path {
    "/text" -> "hello"
    "/bytes" -> b"\x00\x01"
    "/json" -> http.json ["a": [1, 2]]
    "/html" -> http.html "<p>"
    "/none" -> ()
    "/made" -> { status: 201, headers: ["Location": "/made/1", "Set-Cookie": ["a=1", "b=2"]], body: "made" }
    "/gone" -> http.status 404
    "/away" -> http.redirect "/text"
    "/empty" -> { status: 204 }
    "/echo" -> "{request.method} {request.query} {len request.body} {get_or "x-name" "none" request.headers}"
}
server = http.listen "127.0.0.1:0"
address = net.address (http.listener server)
running = spawn http.run handler server

# Everything that arrives, except the date.
ask = text -> {
    socket = net.connect address
    net.write text socket
    answer = string.from_bytes (net.read_all socket)
    net.close socket
    string.lines answer |> filter (line -> not (string.starts_with? "Date: " line)) |> join " | "
}
get_path = path -> ask "GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

for path in ["/text", "/bytes", "/json", "/html", "/none", "/made", "/gone", "/away", "/empty"] { print (show (get_path path)) }
# expect: "HTTP/1.1 200 OK | Connection: close | Content-Type: text/plain; charset=utf-8 | Content-Length: 5 |  | hello"
# expect: "HTTP/1.1 200 OK | Connection: close | Content-Type: application/octet-stream | Content-Length: 2 |  | \0\u{1}"
# expect: "HTTP/1.1 200 OK | Connection: close | content-type: application/json | Content-Length: 11 |  | \{\"a\":[1,2]}"
# expect: "HTTP/1.1 200 OK | Connection: close | content-type: text/html; charset=utf-8 | Content-Length: 3 |  | <p>"
# expect: "HTTP/1.1 200 OK | Connection: close | Content-Length: 0 | "
# expect: "HTTP/1.1 201 Created | Connection: close | Location: /made/1 | Set-Cookie: a=1 | Set-Cookie: b=2 | Content-Type: text/plain; charset=utf-8 | Content-Length: 4 |  | made"
# expect: "HTTP/1.1 404 Not Found | Connection: close | content-type: text/plain; charset=utf-8 | Content-Length: 4 |  | 404"
# expect: "HTTP/1.1 303 See Other | Connection: close | location: /text | Content-Type: text/plain; charset=utf-8 | Content-Length: 0 | "
# expect: "HTTP/1.1 204 No Content | Connection: close | "
print (ask "POST /echo?a=b%20c HTTP/1.1\r\nHost: h\r\nX-Name: me\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody")
# expect: HTTP/1.1 200 OK | Connection: close | Content-Type: text/plain; charset=utf-8 | Content-Length: 17 |  | POST a=b%20c 4 me
print (ask "HEAD /text HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
# expect: HTTP/1.1 200 OK | Connection: close | Content-Type: text/plain; charset=utf-8 | Content-Length: 5 | 
print (ask "GET /text HTTP/1.0\r\n\r\n")
# expect: HTTP/1.1 200 OK | Connection: close | Content-Type: text/plain; charset=utf-8 | Content-Length: 5 |  | hello
http.stop server
await running
print "stopped"
# expect: stopped
