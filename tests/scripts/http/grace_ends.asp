# Answers that take longer than the grace after a signal are cut off. A second signal cuts off all of them.
begun = channel 0
never = channel 0
handler = _ -> {
    send begun ()
    recv never
    "the answer"
}
heard = signals.listen ["USR1"]
cut_off = grace send_signals -> {
    server = http.server_over { grace: grace } (net.listen "127.0.0.1:0")
    running = spawn http.run_until ["USR1"] handler server
    busy = net.connect (net.address (http.listener server))
    net.write "GET / HTTP/1.1\r\nHost: h\r\n\r\n" busy
    recv begun
    send_signals running
    print (await running)
    print (string.contains? "the answer" (string.from_bytes (net.read_all busy)))
}
tell = _ -> {
    signals.send "USR1" process.pid
    signals.next heard
}
cut_off 0.001 tell
# expect: ()
# expect: false
cut_off 1000 (running -> while not task.done? running { tell () })
# expect: ()
# expect: false
