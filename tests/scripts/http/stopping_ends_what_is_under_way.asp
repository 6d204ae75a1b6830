# A request that is being answered when the server stops gets its whole answer; idle connections are closed.
begun = channel 0
go_on = channel 0
handler = request -> {
    send begun ()
    recv go_on
    "the answer"
}
server = http.listen "127.0.0.1:0"
address = net.address (http.listener server)
running = spawn http.run handler server
idle = net.connect address
busy = net.connect address
net.write "GET / HTTP/1.1\r\nHost: h\r\n\r\n" busy
recv begun
http.stop server
print (net.read_all idle)
# expect: b""
send go_on ()
print (string.ends_with? "the answer" (string.from_bytes (net.read_all busy)))
# expect: true
net.close busy
await running
print (match try (net.connect address) { Err (IoError e) -> e.code })
# expect: ECONNREFUSED
