# Whatever a server answers, the client raises an IoError.
answers = [
    "junk\r\n\r\n",
    "HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\n\r\n",
    "HTTP/1.1 302 Found\r\nlocation: http://[::\r\n\r\n",
    "HTTP/1.1 200 OK\r\nx-long: {string.repeat 500000 "x"}\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nnone",
    "HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\ncontent-length: 18446744073709551618\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\ncontent-length: -2\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\ncontent-length: +2\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\ncontent-length: 0x2\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\ncontent-length: 2, 2\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\ncontent-length:\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 1\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\n{string.repeat 30000 "x: {string.repeat 100 "y"}\r\n"}\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 1\r\nHTTP/x: 1\r\ncontent-length: 2\r\n\r\nhi",
    "HTTP/1.1 200 OK\r\ncontent-leng",
    string.from_bytes_lossy (bytes (map (i -> i % 128) (0..5000))),
    "",
]
listener = net.listen "127.0.0.1:0"
serving = spawn {
    for answer in answers {
        Some socket = net.accept listener
        loop { match net.read_line socket { Some "" -> break, None -> break, Some _ -> () } }
        try (net.write answer socket)
        net.close socket
    }
}
for _ in answers {
    print (match try (http.get "http://{net.address listener}/") { Err (IoError e) -> empty? e.code, other -> other })
}
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
# expect: false
