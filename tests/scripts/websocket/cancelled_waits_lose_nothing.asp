# A cancelled receive takes no message with it; a message that is being sent is not cut.
use "./lib/raw"

handler = request -> websocket.accept request (ws -> for message in websocket.messages ws { websocket.send message ws })
raw.with_server handler (address _ -> {
    ws = websocket.connect "ws://{address}/"
    print (try (task.timeout 0.01 (() -> websocket.receive ws)))
    websocket.send "one" ws
    websocket.send "two" ws
    a = spawn websocket.receive ws
    b = spawn websocket.receive ws
    print (sort (map show [await a, await b]))

    # Also when it is cancelled just as a message comes.
    sending = spawn for i in 0..300 { websocket.send (string i) ws }
    got = []
    while len got < 300 {
        receiving = spawn websocket.receive ws
        task.ends_within? 0.00005 receiving
        task.cancel receiving
        match try (await receiving) {
            Ok (Some text) -> got |>= push (int text)
            Err (Cancelled _) -> ()
        }
    }
    await sending
    print (got == list (0..300))
    websocket.close ws
})
# expect: Err (Timeout { message: "task.timeout: not done within 0.01 s" })
# expect: ["Some \"one\"", "Some \"two\""]
# expect: true
