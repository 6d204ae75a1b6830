# The end of the line is no part of its length.
listener = net.listen "127.0.0.1:0"
read = n -> {
    sending = spawn (() -> {
        socket = net.connect (net.address listener)
        try (net.write (string.repeat n "x" + "\n") socket)
        net.close socket
    }) ()
    socket = match net.accept listener { Some socket -> socket }
    got = match try (net.read_line socket) { Ok (Some line) -> len line, Err (IoError e) -> e.code }
    net.close socket
    await sending
    got
}
print (read 1_048_576, read 1_048_577)
# expect: (1048576, "EMSGSIZE")
