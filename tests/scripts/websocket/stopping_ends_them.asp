# A server that stops closes its websockets with code 1001, and waits until they have ended; those that do not
# end within its grace are cut off.
use "./lib/raw"

heard = channel 1
handler = request -> websocket.accept request (ws -> {
    send heard ()
    result = try (list (websocket.messages ws))
    send heard (match result { Err (Closed _) -> "cut off", other -> other })
})
server = http.listen "127.0.0.1:0"
running = spawn http.run handler server
ws = websocket.connect "ws://{net.address (http.listener server)}/"
recv heard
http.stop server
print (websocket.receive ws, websocket.close_reason ws)
# expect: (None, Some { code: 1001, reason: "" })
print (recv heard)
# expect: Some (Ok [])
await running

server = http.server_over { grace: 0.01 } (net.listen "127.0.0.1:0")
running = spawn http.run handler server
socket = raw.open (net.address (http.listener server)) "/"
recv heard
http.stop server
print (raw.read_frame socket)
# expect: (136, b"\x03\xe9")
print (recv heard)
# expect: Some "cut off"
await running
net.close socket
