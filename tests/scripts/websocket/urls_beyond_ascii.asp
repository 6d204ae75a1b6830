# Characters beyond ASCII are encoded in the path and the query, as by http.get.
server = http.listen "127.0.0.1:0"
handler = r -> websocket.accept r (ws -> websocket.send "{r.path} {r.query}" ws)
running = spawn http.run handler server
ws = websocket.connect "WS://{net.address (http.listener server)}/é%20?x=ü"
print (websocket.receive ws)
websocket.close ws
http.stop server
# expect: Some "/%C3%A9%20 x=%C3%BC"
