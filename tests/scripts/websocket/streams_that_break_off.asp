# A stream that ends without a close is an error for the receiver, on either side.
use "./lib/raw"

heard = channel 1
handler = request -> websocket.accept request (ws -> {
    result = try (websocket.receive ws)
    send heard (match result { Err (IoError e) -> (e.code, e.path == websocket.peer ws), other -> other }, websocket.close_reason ws)
    match result { Err e -> error e, Ok _ -> () }
})
raw.with_server handler (address _ -> {
    socket = raw.open address "/"
    net.close socket
    print (recv heard)
    socket = raw.open address "/"
    net.write (take 3 (raw.frame 0x81 "half of a frame")) socket
    net.finish socket
    print (recv heard)
    net.close socket
})
# expect: Some (("ECONNRESET", true), Some { code: 1006, reason: "" })
# expect: Some (("ECONNRESET", true), Some { code: 1006, reason: "" })

listener = net.listen "127.0.0.1:0"
serving = spawn {
    Some socket = net.accept listener
    key = "x"
    for line in net.lines socket {
        if line == "" { break }
        match string.split_once ": " line {
            Some ("Sec-WebSocket-Key", value) -> key = value
            _ -> ()
        }
    }
    accepted = hash.sha1 "{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11" |> hex.decode |> base64.encode
    net.write "HTTP/1.1 101 Fine\r\nUpgrade: WebSocket\r\nConnection: keep-alive, upgrade\r\nSec-WebSocket-Accept: {accepted}\r\n\r\n" socket
    net.write b"\x81\x05first" socket      # perhaps together with the head
    net.close socket
}
ws = websocket.connect "ws://{net.address listener}"
print (websocket.receive ws)
for _ in 0..2 { print (match try (websocket.receive ws) { Err (IoError e) -> e.code }) }
websocket.close ws
await serving
# expect: Some "first"
# expect: ECONNRESET
# expect: ECONNRESET
