# Websockets by hand: the client's side over a socket, for frames that `websocket` would not send.

headers = "Host: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"

# A socket after its handshake.
open = address path -> open_with address path ""
# With bytes that come right after the request, before its answer.
open_with = address path data -> {
    socket = net.connect address
    net.write (bytes "GET {path} HTTP/1.1\r\n{headers}\r\n" + bytes data) socket
    head = socket |> net.lines |> take_while (line -> line != "")
    assert (string.starts_with? "HTTP/1.1 101 " head[0])
    socket
}

# Less than 126 bytes, under a mask of zeros.
frame = first payload -> bytes [first, 128 + len payload, 0, 0, 0, 0] + bytes payload

# The first byte and the payload of the server's next frame.
read_frame = socket -> {
    head = net.read_exactly 2 socket
    size = match head[1] {
        126 -> {
            size = net.read_exactly 2 socket
            size[0] * 256 + size[1]
        }
        n -> n
    }
    (head[0], net.read_exactly size socket)
}

close_code = payload -> payload[0] * 256 + payload[1]

# A server of one handler while `f address server` runs.
with_server = handler f -> {
    server = http.listen "127.0.0.1:0"
    running = spawn http.run handler server
    result = f (net.address (http.listener server)) server
    http.stop server
    await running
    result
}
