# Fields after a body (RFC 9110, 6.5) are ignored: they replace no header, and end no request.
answer = trailers -> "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n{trailers}\r\n"
ask = trailers -> {
    listener = net.listen "127.0.0.1:0"
    serving = spawn (() -> {
        socket = match net.accept listener { Some socket -> socket }
        loop { if string.trim (match net.read_line socket { Some line -> line, None -> "" }) == "" { break } }
        net.write (answer trailers) socket
        net.close socket
    }) ()
    got = http.get "http://{net.address listener}/"
    await serving
    net.close listener
    (got.body, keys got.headers)
}
for trailers in ["", "Set-Cookie: a=b\r\nContent-Type: text/evil\r\n", "Content-Length: 77\r\n", "Content-Length: many\r\n", "Location: /other\r\n", "a:\r\n b\r\n"] {
    print (ask trailers)
}
# expect: (b"hi", ["content-type", "transfer-encoding"])
# expect: (b"hi", ["content-type", "transfer-encoding"])
# expect: (b"hi", ["content-type", "transfer-encoding"])
# expect: (b"hi", ["content-type", "transfer-encoding"])
# expect: (b"hi", ["content-type", "transfer-encoding"])
# expect: (b"hi", ["content-type", "transfer-encoding"])
