# A side that closes gives its reason, and both sides get it; what came before can still be received.
use "./lib/raw"

heard = channel 1
handler = request -> websocket.accept request (ws -> match request.path {
    "/hears" -> {
        got = list (websocket.messages ws)
        send heard (got, websocket.close_reason ws)
    }
    "/closes" -> {
        websocket.send "last words" ws
        websocket.close_with 4000 "enough" ws
    }
    "/fails" -> error (IoError { message: "m", code: "ENOENT", path: "/etc/elsewhere" })
    "/echoes" -> for message in websocket.messages ws { websocket.send message ws }
    "/ends" -> ()
})
raw.with_server handler (address _ -> {
    visit = path -> websocket.connect "ws://{address}{path}"
    ws = visit "/hears"
    print (websocket.close_reason ws)
    websocket.send "one" ws
    websocket.send "two" ws
    websocket.close_with 3000 "bye" ws
    print (recv heard)
    websocket.close (visit "/hears")
    print (recv heard)
    socket = raw.open address "/hears"
    net.write (raw.frame 0x88 "") socket
    print (recv heard, raw.read_frame socket, net.read 1 socket)

    ws = visit "/closes"
    print (list (websocket.messages ws), websocket.close_reason ws)
    websocket.close ws
    for path in ["/fails", "/ends"] {
        ws = visit path
        print (websocket.receive ws, websocket.receive ws, websocket.close_reason ws)
    }

    # A task that receives goes on until the other side has answered.
    ws = visit "/hears"
    receiving = spawn list (websocket.messages ws)
    websocket.close ws
    print (await receiving, recv heard)

    # After a close nothing may be sent, but data that arrives can still be received.
    ws = visit "/echoes"
    websocket.send "one" ws
    websocket.begin_close 1000 "" ws
    print (match try (websocket.send "two" ws) { Err (Closed e) -> e.message, other -> other })
    print (list (websocket.messages ws))

    ws = visit "/ends"
    for (code, reason) in [(999, ""), (1005, ""), (1006, ""), (1015, ""), (2999, ""), (5000, ""), (-1, ""), (1000, string.repeat 124 "x")] {
        match try (websocket.close_with code reason ws) { Err (ValueError e) -> print e.message }
    }
    websocket.close ws
})
# expect: None
# expect: Some (["one", "two"], Some { code: 3000, reason: "bye" })
# expect: Some ([], Some { code: 1000, reason: "" })
# expect: (Some ([], Some { code: 1005, reason: "" }), (136, b""), None)
# expect: (["last words"], Some { code: 4000, reason: "enough" })
# expect: (None, None, Some { code: 1011, reason: "" })
# expect: (None, None, Some { code: 1000, reason: "" })
# expect: ([], Some ([], Some { code: 1000, reason: "" }))
# expect: websocket.send: the socket is closed
# expect: ["one"]
# expect: websocket.begin_close: code must be 1000 to 1003, 1007 to 1014, or 3000 to 4999
# expect: websocket.begin_close: code must be 1000 to 1003, 1007 to 1014, or 3000 to 4999
# expect: websocket.begin_close: code must be 1000 to 1003, 1007 to 1014, or 3000 to 4999
# expect: websocket.begin_close: code must be 1000 to 1003, 1007 to 1014, or 3000 to 4999
# expect: websocket.begin_close: code must be 1000 to 1003, 1007 to 1014, or 3000 to 4999
# expect: websocket.begin_close: code must be 1000 to 1003, 1007 to 1014, or 3000 to 4999
# expect: websocket.begin_close: code must be 1000 to 1003, 1007 to 1014, or 3000 to 4999
# expect: websocket.begin_close: reason must have no more than 123 bytes
