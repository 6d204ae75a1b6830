# faults: socket socketpair bind listen accept4 sendto recvfrom epoll_wait epoll_pwait epoll_ctl poll
server = http.listen "127.0.0.1:0"
running = spawn http.run (request -> "you asked for {request.path}") server
address = net.address (http.listener server)
print (map (path -> string (http.get_with { timeout: 4 } "http://{address}/{path}").body) ["a", "b"])
answer = http.open { url: "http://{address}/c", timeout: 4 }
for line in answer.body { print line }
http.stop server
await running
