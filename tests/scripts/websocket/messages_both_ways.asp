# Text stays text and bytes stay bytes, of any size, in either direction and on one port with pages.
use "./lib/raw"

handler = request -> match request.path {
    "/" -> "a page"
    "/echo" -> websocket.accept request (ws -> for message in websocket.messages ws { websocket.send message ws })
    _ -> http.status 404
}
raw.with_server handler (address _ -> {
    ws = websocket.connect "ws://{address}/echo?a=b"
    print (http.get "http://{address}/").body
    for message in ["", "é😀", b"", b"\x00\xff"] {
        websocket.send message ws
        print (websocket.receive ws)
    }
    for size in [125, 126, 127, 65535, 65536, 1000000] {
        websocket.send (string.repeat size "a") ws
        websocket.send (bytes (string.repeat size "b")) ws
        Some text = websocket.receive ws
        Some data = websocket.receive ws
        print (text == string.repeat size "a", data == bytes (string.repeat size "b"))
    }
    websocket.close ws
    websocket.close ws
    print (websocket.receive ws, websocket.close_reason ws)
    socket = raw.open_with address "/echo" (raw.frame 0x81 "at once" + raw.frame 0x88 "")
    print (raw.read_frame socket, raw.read_frame socket)
    print (match try (websocket.send "late" ws) { Err (Closed _) -> "closed", other -> show other })
})
# expect: b"a page"
# expect: Some ""
# expect: Some "é😀"
# expect: Some b""
# expect: Some b"\0\xff"
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)
# expect: (None, Some { code: 1000, reason: "" })
# expect: ((129, b"at once"), (136, b""))
# expect: closed
