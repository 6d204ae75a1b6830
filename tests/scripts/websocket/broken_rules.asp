# A side that breaks a rule gets the rule's close code, and the stream ends; the handler gets an IoError.
use "./lib/raw"

heard = channel 1
handler = request -> websocket.accept_with { max_message: 100 } request (ws -> {
    result = try (list (websocket.messages ws))
    send heard (match result { Err (IoError e) -> e.code, other -> other }, websocket.close_reason ws)
    match result { Err e -> error e, Ok _ -> () }      # is not reported: it is the client's mistake
})
raw.with_server handler (address _ -> {
    for data in [
        b"\x81\x01a", b"\xc1\x80\x00\x00\x00\x00", b"\x83\x80\x00\x00\x00\x00", b"\x80\x80\x00\x00\x00\x00",
        b"\x81\xfe\x00\x01\x00\x00\x00\x00a", raw.frame 0x88 "a", raw.frame 0x81 b"\xff",
        raw.frame 0x01 (string.repeat 60 "a") + raw.frame 0x80 (string.repeat 60 "a")
    ] {
        socket = raw.open address "/"
        net.write data socket
        net.write (string.repeat 100000 "more of it") socket
        opcode, payload = raw.read_frame socket
        print (opcode, raw.close_code payload, recv heard)
        print (try (net.read 1 socket))
        net.close socket
    }
})
# expect: (136, 1002, Some ("EPROTO", Some { code: 1002, reason: "a client's frame is not masked" }))
# expect: Ok None
# expect: (136, 1002, Some ("EPROTO", Some { code: 1002, reason: "a reserved bit is set" }))
# expect: Ok None
# expect: (136, 1002, Some ("EPROTO", Some { code: 1002, reason: "an opcode is unknown" }))
# expect: Ok None
# expect: (136, 1002, Some ("EPROTO", Some { code: 1002, reason: "a message goes on that has not begun" }))
# expect: Ok None
# expect: (136, 1002, Some ("EPROTO", Some { code: 1002, reason: "a length is not written as it has to be" }))
# expect: Ok None
# expect: (136, 1002, Some ("EPROTO", Some { code: 1002, reason: "a close frame has half a code" }))
# expect: Ok None
# expect: (136, 1007, Some ("EPROTO", Some { code: 1007, reason: "a text is not UTF-8" }))
# expect: Ok None
# expect: (136, 1009, Some ("EPROTO", Some { code: 1009, reason: "a message is larger than allowed" }))
# expect: Ok None
