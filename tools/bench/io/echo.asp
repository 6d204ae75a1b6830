# Sends back what it receives, on a port of the loopback interface.
echo = socket -> loop {
    match net.read 65536 socket {
        Some data -> net.write data socket
        None -> break
    }
}
net.serve echo (net.listen "127.0.0.1:{args[0]}")
