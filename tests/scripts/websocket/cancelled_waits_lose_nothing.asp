# Who is cancelled while it receives takes nothing along; a message that was begun to be sent is not cut.
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
    websocket.close ws
})
# expect: Err (Timeout { message: "task.timeout: not done within 0.01 s" })
# expect: ["Some \"one\"", "Some \"two\""]
