# Between client and server, a proxy passes on a number of bytes, in one direction or the other, and closes.
# Both sides end with an error or succeed. The server takes the next client and keeps nothing of the last.
use "./lib/certificates" as pem

listener = tls.listen { certificate: pem.server, key: pem.server_key } "127.0.0.1:0"
address = net.address listener
handled = channel 1
server = spawn net.serve (socket -> {
    result = try (net.read_line socket)
    send handled result
    match result { Ok (Some line) -> net.write "{line}!\n" socket, Ok None -> (), Err e -> error e }
}) listener

proxy = net.listen "127.0.0.1:0"
# Passes on at most so many bytes; then the connection is over, for both.
pass = most near far -> {
    left = most
    while left > 0 {
        match try (net.read (min [left, 4096]) near) {
            Ok (Some data) -> {
                if (try (net.write data far)) is Err _ { left = 0 }
                left -= len data
            }
            _ -> left = 0
        }
    }
    net.close near
    net.close far
}
through = there back -> {
    passing = spawn {
        Some near = net.accept proxy
        far = net.connect address
        gather (f -> f ()) [() -> pass there near far, () -> pass back far near]
    }
    result = try {
        socket = tls.connect_with { ca: pem.authority, } (net.address proxy)
        answer = try {
            net.write "hello\n" socket
            net.read_line socket
        }
        net.close socket
        match answer { Ok text -> text, Err e -> error e }
    }
    Some at_server = recv handled
    await passing
    (code result, code at_server)
}
code = result -> match result {
    Err (IoError e) -> e.code
    Ok text -> text
    other -> other
}
# The permitted outcomes: success, the end of the stream, or an error.
is_known = outcome -> match outcome {
    Some "hello!" or Some "hello" or None -> true
    (code: String) -> contains code ["ECONNRESET", "EPIPE", "ETRUNCATED"]
    _ -> false
}

unlimited = 1_000_000
print (through unlimited unlimited)
# expect: (Some "hello!", Some "hello")
# A handshake is about 400 bytes there and 900 back; the first of them, and more of the others, one by one.
cuts = list (0..12) + list (range 12 1400 17)
before = len (fs.list "/proc/self/fd")
for most in cuts {
    for there, back in [(most, unlimited), (unlimited, most)] {
        there_code, back_code = through there back
        if not (is_known there_code and is_known back_code) { print (there, back, there_code, back_code) }
    }
}
print (through unlimited unlimited)
# expect: (Some "hello!", Some "hello")
print (len (fs.list "/proc/self/fd") - before < 10)
# expect: true
net.close listener
await server
