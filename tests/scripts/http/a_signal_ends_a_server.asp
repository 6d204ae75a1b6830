# A request under way when the signal comes gets its whole answer; then the loop ends without an error.
begun = channel 0
go_on = channel 0
handler = _ -> {
    send begun ()
    recv go_on
    "the answer"
}
server = http.listen "127.0.0.1:0"
heard = signals.listen ["USR1"]
running = spawn http.run_until ["USR1"] handler server
idle = net.connect (net.address (http.listener server))
busy = net.connect (net.address (http.listener server))
net.write "GET / HTTP/1.1\r\nHost: h\r\n\r\n" busy
recv begun
signals.send "USR1" process.pid
signals.next heard
print (net.read_all idle)
# expect: b""
send go_on ()
print (string.ends_with? "the answer" (string.from_bytes (net.read_all busy)))
# expect: true
net.close busy
print (await running)
# expect: ()
