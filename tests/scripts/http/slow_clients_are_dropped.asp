# Whose time is over loses its connection; others do not.
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
print (len (closed_by { idle: 0, request: 100 } "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n") > 100)
# expect: true
