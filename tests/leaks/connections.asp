# Requests, websockets, connections with and without TLS; some are closed, some are dropped.
handler = request -> if request.path == "/ws" {
    websocket.accept request (ws -> for message in websocket.messages ws { websocket.send message ws })
} else {
    "you asked for {request.path}"
}
server = http.listen "127.0.0.1:0"
address = net.address (http.listener server)
spawn http.run handler server
loop {
    gather (i -> (http.get "http://{address}/{i}").status) (0..8)
    ws = websocket.connect "ws://{address}/ws"
    websocket.send "hello" ws
    websocket.receive ws
    websocket.close ws
    socket = net.connect address
    net.write "GET /half" socket
    net.close socket
    dropped = net.connect address
    db = sqlite.open ":memory:"
    sqlite.exec "create table t (x)" () db
    process.run "true" []
}
