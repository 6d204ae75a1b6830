listener = net.listen "127.0.0.1:0"
seen = cell 0
attend = socket -> {
    cell.update (n -> n + 1) seen
    match net.read_line socket {
        Some "fail" -> error "on purpose"
        Some line -> net.write "fine: {line}" socket
        None -> ()
    }
}
server = spawn net.serve attend listener
ask = text -> {
    socket = net.connect (net.address listener)
    net.write "{text}\n" socket
    answer = net.read_all socket
    net.close socket
    answer
}
print (ask "fail")
# expect: b""
print (ask "a")
# expect: b"fine: a"
net.close listener
await server
print (cell.get seen)
# expect: 2
