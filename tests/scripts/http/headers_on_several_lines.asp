# A line of an answer's head that begins with white space continues the value before it (RFC 9112, 5.2).
listener = net.listen "127.0.0.1:0"
answering = spawn {
    for head in ["X: a\r\n  b\r\n\tc\r\nContent-Length: 2", "Content-Length: 2\r\n 0"] {
        if net.accept listener is Some socket {
            net.read 4096 socket
            net.write "HTTP/1.1 200 OK\r\n{head}\r\n\r\nhi" socket
            net.close socket
        }
    }
}
answer = http.get "http://{net.address listener}/"
print (answer.headers["x"], answer.body)
print ((try (http.get "http://{net.address listener}/")) is Err (IoError { code: "EPROTO" }))
await answering
net.close listener
# expect: ("a b c", b"hi")
# expect: true
