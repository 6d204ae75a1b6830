# An answer that its client does not read is cut off after the grace, and when the server is cancelled.
begin = server -> {
    client = net.connect (net.address (http.listener server))
    net.write "GET / HTTP/1.1\r\nHost: h\r\n\r\n" client
    print (net.read_exactly 8 client)
    client
}
handler = _ -> string.repeat 50000000 "x"
heard = signals.listen ["USR1"]
server = http.server_over { grace: 0.001 } (net.listen "127.0.0.1:0")
running = spawn http.run_until ["USR1"] handler server
client = begin server
# expect: b"HTTP/1.1"
signals.send "USR1" process.pid
signals.next heard
print (await running)
# expect: ()
net.close client
server = http.listen "127.0.0.1:0"
running = spawn http.run handler server
client = begin server
# expect: b"HTTP/1.1"
task.cancel running
print ((try (await running)) is Err (Cancelled _))
# expect: true
net.close client
# Likewise a piece of a body.
server = http.listen "127.0.0.1:0"
running = spawn http.run (_ -> [string.repeat 50000000 "x", "y"]) server
client = begin server
# expect: b"HTTP/1.1"
task.cancel running
print ((try (await running)) is Err (Cancelled _))
# expect: true
