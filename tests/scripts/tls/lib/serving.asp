# Servers and clients of the tests: what fails is written as its code and message.

# Answers a line.
attend = socket -> match net.read_line socket {
    Some line -> net.write "{line}!\n" socket
    None -> ()
}

with_listener = f listener use_address -> {
    task = spawn net.serve f listener
    use_address (net.address listener)
    net.close listener
    await task
}
with_server = options use_address -> with_listener attend (tls.listen options "127.0.0.1:0") use_address
# Without TLS.
with_plain_server = f use_address -> with_listener f (net.listen "127.0.0.1:0") use_address

problem = address f -> match try (f ()) {
    Err (IoError e) -> { print "{e.code}: {string.replace address "here" e.message}, {e.path == address}" }
    other -> print other
}
asking = options address -> problem address (() -> {
    socket = tls.connect_with options address
    net.write "hello\n" socket
    answer = net.read_line socket
    net.close socket
    answer
})
