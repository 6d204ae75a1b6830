# A server and its clients in one process.
# faults: socket bind listen accept4 connect sendto recvfrom read write epoll_wait epoll_pwait epoll_ctl shutdown getsockname setsockopt close
# net.serve does not report connections that break off.
echo = socket -> match try (for line in net.lines socket { net.write "{line}\n" socket }) {
    Err e -> eprint e
    _ -> ()
}
listener = net.listen "127.0.0.1:0"
server = spawn net.serve echo listener
ask = n -> {
    socket = net.connect (net.address listener)
    net.write "question {n}\n" socket
    net.finish socket
    answer = net.read_line socket
    net.close socket
    answer
}
print (task.timeout 5 (() -> map ask (0..3)))    # a server that has no descriptors for long has no answer
net.close listener
await server
