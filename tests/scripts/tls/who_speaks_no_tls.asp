# Both sides get an error that says what went wrong; servers write nothing to standard error, and go on.
use "./lib/certificates" as pem
use "./lib/serving"
{ with_server, with_plain_server, asking } = serving

with_server { certificate: pem.server, key: pem.server_key } (address -> {
    say = data -> {
        socket = net.connect address
        net.write data socket
        answer = try (net.read_all socket)
        net.close socket
        answer
    }
    print (say "GET / HTTP/1.1\r\n\r\n" is Ok _)
    # expect: true
    # A hello of TLS 1.1; the answer is an alert: fatal, the version.
    print (say (hex.decode "160301002d01000029{"0302"}{string.repeat 64 "0"}000002c0130100"))
    # expect: Ok b"\x15\x03\x02\0\x02\x02F"
    asking { ca: pem.authority, } address
    # expect: Ok (Some "hello!")
})

says = f -> with_plain_server (socket -> {
    f socket
    try (net.read_all socket)
}) (address -> asking { ca: pem.authority, } address)
says (socket -> net.write "220 welcome\r\n" socket)
# expect: EPROTO: here: the other side does not speak TLS: wrong version number, true
says (socket -> net.write b"\x15\x03\x01\x00\x02\x02\x46" socket)
# expect: EPROTO: here: TLS failed: tlsv1 alert protocol version, true
says (socket -> { net.read 1000 socket; net.finish socket })
# expect: ETRUNCATED: here: the other side ended the connection in the TLS handshake, true
