# Several receives are cancelled just as messages come: those that no task took come again in their order.
use "./lib/raw"

let_go = n -> for _ in 0..n { sleep 0 }

# The messages that no cancelled task has had.
rest_of_messages = round ws -> {
    receiving = map (_ -> spawn websocket.receive ws) (0..4)
    let_go (round % 7)
    for text in ["1", "2", "3", "4"] { websocket.send text ws }
    let_go (round % 3)
    for task_of in receiving { task.cancel task_of }
    got = count (task_of -> match try (await task_of) {
        Ok (Some _) -> true
        Err (Cancelled _) -> false
    }) receiving
    map (_ -> { Some text = websocket.receive ws; text }) (0..4 - got)
}

handler = request -> websocket.accept request (ws -> for message in websocket.messages ws { websocket.send message ws })
raw.with_server handler (address _ -> {
    ws = websocket.connect "ws://{address}/"
    print (all (round -> { rest = rest_of_messages round ws; rest == sort rest }) (0..1000))
    websocket.close ws
})
# expect: true
