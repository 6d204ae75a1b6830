# The address of the other side stays known after the connection has ended.
listener = net.listen "127.0.0.1:0"
address = net.address listener
client = net.connect address
match net.accept listener {
    Some socket -> {
        peer = net.peer socket
        print (peer == net.address client) # expect: true
        net.close client
        print (net.read 10 socket) # expect: None
        net.close socket
        print (net.peer socket == peer) # expect: true
    }
    None -> ()
}
print (net.peer client == address) # expect: true
match try (net.peer listener) {
    Err (IoError e) -> print e.code # expect: ENOTCONN
    other -> print other
}
net.close listener
