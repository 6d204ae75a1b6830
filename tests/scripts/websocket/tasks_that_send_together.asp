# Frames of several tasks do not mix, and the frames of each task arrive in its order.
use "./lib/raw"

senders = 8
handler = request -> websocket.accept request (ws -> {
    gather (who -> for i in 0..20 { websocket.send (string.repeat (1 + who * 9973) (string who)) ws }) (0..senders)
    websocket.send "end" ws
    websocket.receive ws
})
raw.with_server handler (address _ -> {
    ws = websocket.connect "ws://{address}/"
    counts = [:]
    is_right = true
    loop {
        Some text = websocket.receive ws
        if text == "end" { break }
        who = int text[0]
        if text != string.repeat (1 + who * 9973) (string who) { is_right = false }
        counts[who] = get_or who 0 counts + 1
    }
    websocket.close ws
    print (is_right, map (who -> counts[who]) (0..senders))
})
# expect: (true, [20, 20, 20, 20, 20, 20, 20, 20])
