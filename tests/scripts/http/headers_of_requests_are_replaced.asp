# A header that the client or the server sets by itself is replaced by the program's, whatever its case, and never
# sent twice.
listener = net.listen "127.0.0.1:0"
answer = socket -> {
    lines = []
    for line in net.lines socket {
        if line == "" { break }
        lines |>= push (string.lower line)
    }
    body = join "\n" (sort lines)
    net.write "HTTP/1.1 200 OK\r\nContent-Length: {len body}\r\nConnection: close\r\n\r\n{body}" socket
}
serving = spawn net.serve answer listener
ask = headers -> {
    options = { url: "http://{net.address listener}/", method: "POST", headers: headers, body: "" }
    for line in string.lines (string.from_bytes (http.request options).body) { print line }
}
ask ["user-agent": "me", "ACCEPT": "a/b", "Accept-Encoding": "identity", "host": "h", "content-type": "c/d", "Expect": "e"]
# expect: accept-encoding: identity
# expect: accept: a/b
# expect: content-length: 0
# expect: content-type: c/d
# expect: expect: e
# expect: host: h
# expect: post / http/1.1
# expect: user-agent: me
ask ["Host": "h", "Accept-Encoding": "identity"]
# expect: accept-encoding: identity
# expect: accept: */*
# expect: content-length: 0
# expect: host: h
# expect: post / http/1.1
# expect: user-agent: aspen
message = f -> match try (f ()) { Err (ValueError e) -> e.message }
for headers in [["Host": "a", "host": "b"], ["User-Agent": ["a", "b"]], ["Content-Length": "1"]] {
    print (message (() -> ask headers))
}
# expect: http.request: options has the header "host" more than once
# expect: http.request: options has the header "User-Agent" more than once
# expect: http.request: options cannot have the header "Content-Length"
for name in ["Upgrade", "sec-websocket-key", "HOST"] {
    print (message (() -> websocket.connect_with { headers: [name: "x"] } "ws://{net.address listener}/"))
}
# expect: websocket.settings: options cannot have the header "Upgrade"
# expect: websocket.settings: options cannot have the header "sec-websocket-key"
# expect: websocket.settings: options cannot have the header "HOST"
net.close listener
await serving

server = http.listen "127.0.0.1:0"
running = spawn http.run (_ -> { headers: ["date": "today", "CONTENT-TYPE": "a/b"], body: "x" }) server
reply = http.get "http://{net.address (http.listener server)}/"
print (reply.headers["date"], reply.headers["content-type"])
# expect: ("today", "a/b")
http.stop server
await running
