# Before either side receives, both send more than the system buffers, and pings besides: tasks that receive
# make room for those that send.
use "./lib/raw"

count = 20
large = string.repeat 100000 "0123456789"
exchange = ws -> {
    sending = spawn for _ in 0..count {
        websocket.send large ws
        websocket.ping ws
    }
    is_right = true
    for _ in 0..count {
        if websocket.receive ws != Some large { is_right = false }
    }
    await sending
    is_right
}
heard = channel 1
handler = request -> websocket.accept request (ws -> {
    send heard (exchange ws)
    websocket.receive ws
})
raw.with_server handler (address _ -> {
    ws = websocket.connect "ws://{address}/"
    print (exchange ws, recv heard)
    websocket.close ws
})
# expect: (true, Some true)
