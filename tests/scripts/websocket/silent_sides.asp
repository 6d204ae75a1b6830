# The wait for a side that does not answer a close ends after `grace`; a cancelled task does not wait.
use "./lib/raw"

heard = channel 1
handler = request -> websocket.accept_with { grace: 0.01 } request (ws -> match request.path {
    "/closes" -> {
        websocket.close ws
        send heard "given up"
    }
    "/cancelled" -> {
        send heard ws
        recv (channel 0)
    }
})
raw.with_server handler (address _ -> {
    socket = raw.open address "/closes"
    print (recv heard, raw.read_frame socket, net.read 1 socket)
    net.close socket
})
# expect: (Some "given up", (136, b"\x03\xe8"), None)

server = http.listen "127.0.0.1:0"
running = spawn http.run handler server
socket = raw.open (net.address (http.listener server)) "/cancelled"
recv heard
task.cancel running
print (match try (await running) { Err (Cancelled _) -> "cancelled" })
print (raw.read_frame socket, net.read 1 socket)
net.close socket
# expect: cancelled
# expect: ((136, b"\x03\xe9"), None)

# A side that does not read either: the close is queued after data that cannot be sent.
listener = net.listen "127.0.0.1:0"
handler = request -> websocket.accept_with { grace: 0.01 } request (ws -> {
    sending = spawn try (websocket.send (bytes (string.repeat 30000000 "x")) ws)
    send heard ()
    websocket.close ws
    send heard (match await sending { Err (Closed _) -> "closed", other -> other })
})
raw.with_server handler (address _ -> {
    socket = raw.open address "/"
    recv heard
    print (recv heard)
    net.close socket
})
# expect: Some "closed"
