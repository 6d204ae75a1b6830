# A client that exceeds its time loses its connection; others do not.
closed_by = options text -> {
    server = http.server_over options (net.listen "127.0.0.1:0")
    running = spawn http.run (_ -> "fine") server
    socket = net.connect (net.address (http.listener server))
    net.write text socket
    result = net.read_all socket
    net.close socket
    http.stop server
    await running
    result
}
print (closed_by { idle: 0 } "")
# expect: b""
print (closed_by { request: 0 } "GET / HT")
# expect: b""
print (len (closed_by { idle: 100, request: 100 } "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n") > 100)
# expect: true

# Also while the server stops: it does not wait for ever for clients that do nothing.
server = http.server_over { request: 0 } (net.listen "127.0.0.1:0")
running = spawn http.run (_ -> "fine") server
socket = net.connect (net.address (http.listener server))
net.write "GET / HT" socket
http.stop server
await running
print "ended"
# expect: ended
net.close socket

# A server that is given up leaves nothing: its port is free. The address is that of this process alone, so
# that no other program takes the port.
listener = net.listen "127.{process.pid % 200 + 1}.{process.pid // 200 % 200 + 1}.1:0"
address = net.address listener
net.close listener
for _ in 0..3 { print (try (task.timeout 0.02 (() -> http.serve (_ -> "fine") address))) }
# expect: Err (Timeout { message: "task.timeout: not done within 0.02 s" })
# expect: Err (Timeout { message: "task.timeout: not done within 0.02 s" })
# expect: Err (Timeout { message: "task.timeout: not done within 0.02 s" })
