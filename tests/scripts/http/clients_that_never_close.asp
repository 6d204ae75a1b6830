# A client that keeps its side open after the last answer does not hold up the end of the server.
server = http.listen "127.0.0.1:0"
running = spawn http.run (_ -> "ok") server
client = net.connect (net.address (http.listener server))
net.write "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n" client
print (string.ends_with? "ok" (string.from_bytes (net.read_all client)))
http.stop server
print (task.ends_within? 20 running)
net.close client
# expect: true
# expect: true
