# faults: accept4 sendto recvfrom epoll_wait epoll_pwait epoll_ctl
handler = request -> websocket.accept_with { grace: 2 } request (ws -> for message in websocket.messages ws { websocket.send message ws })
server = http.server_over { grace: 2 } (net.listen "127.0.0.1:0")
running = spawn http.run handler server
ws = websocket.connect_with { timeout: 4, grace: 2 } "ws://{net.address (http.listener server)}/"
websocket.send "hello" ws
print (task.timeout 4 (() -> websocket.receive ws))
websocket.ping ws
websocket.close ws
http.stop server
await running
