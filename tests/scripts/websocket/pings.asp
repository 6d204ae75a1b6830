# The receiver answers pings, also in the middle of a message; of several, only the last has to be answered.
use "./lib/raw"

handler = request -> websocket.accept request (ws -> {
    websocket.ping ws
    for message in websocket.messages ws { websocket.send message ws }
})
raw.with_server handler (address _ -> {
    socket = raw.open address "/"
    print (raw.read_frame socket)
    net.write (raw.frame 0x8a "not asked for") socket
    net.write (raw.frame 0x89 "one") socket
    print (raw.read_frame socket)
    net.write (raw.frame 0x01 "a" + raw.frame 0x89 "two") socket
    print (raw.read_frame socket)
    net.write (raw.frame 0x80 "b") socket
    print (raw.read_frame socket)
    net.write (raw.frame 0x88 b"\x0f\xa0") socket
    print (raw.read_frame socket)

    # A flood of pings, from a client that reads nothing, delays no other client, and is not kept.
    socket = raw.open address "/"
    print (raw.read_frame socket)
    ping = raw.frame 0x89 "0123456789"
    flood = bytes (repeat 10000 (list ping) |> flatten)
    for _ in 0..20 { net.write flood socket }
    net.write (raw.frame 0x81 "end") socket
    loop {
        if raw.read_frame socket == (0x81, b"end") { break }
    }
    net.close socket
})
# expect: (137, b"")
# expect: (138, b"one")
# expect: (138, b"two")
# expect: (129, b"ab")
# expect: (136, b"\x0f\xa0")
# expect: (137, b"")
