# What a handler has spawned belongs to its request: an error there fails no later request of the same connection, and tasks
# that send a body end when the client leaves.
gate = channel 0
ended = channel 1
handler = request -> match request.path {
    "/late" -> {
        spawn {
            recv gate
            error Late
        }
        "late"
    }
    "/endless" -> {
        lines = channel 2
        spawn {
            result = try (for i in 0..1000000 { send lines "line {i}\n" })
            send ended (result is Err (Cancelled _))
        }
        { body: lines }
    }
    _ -> "next"
}
server = http.listen "127.0.0.1:0"
address = net.address (http.listener server)
running = spawn http.run handler server

socket = net.connect address
ask = target -> net.write "GET {target} HTTP/1.1\r\nHost: h\r\n\r\n" socket
answer = () -> {
    length = 0
    status = net.read_line socket
    loop {
        line = match net.read_line socket { Some line -> line, None -> "" }
        if line == "" { break }
        if string.starts_with? "Content-Length: " line { length = int (string.remove_prefix "Content-Length: " line) }
    }
    (status, net.read_exactly length socket)
}
ask "/late"
print (answer ())
close gate
ask "/next"
print (answer ())
net.close socket
# expect: (Some "HTTP/1.1 200 OK", b"late")
# expect: (Some "HTTP/1.1 200 OK", b"next")

leaving = net.connect address
net.write "GET /endless HTTP/1.1\r\nHost: h\r\n\r\n" leaving
print (net.read_line leaving)
net.close leaving
print (recv ended)
http.stop server
await running
print "stopped"
# expect: Some "HTTP/1.1 200 OK"
# expect: Some true
# expect: stopped
