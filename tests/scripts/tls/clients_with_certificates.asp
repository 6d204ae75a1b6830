# A server with an authority asks clients for its certificates. In TLS 1.3 a client learns that when it reads.
use "./lib/certificates" as pem
use "./lib/serving"
{ with_server, asking } = serving

options = { certificate: pem.server, key: pem.server_key, ca: pem.authority }
attempt = options address -> {
    socket = tls.connect_with { ..options, ca: pem.authority } address
    net.finish socket
    net.read_all socket
}
outcome = options address -> match try (attempt options address) {
    # A client that is refused may get an error from the server, or may be cut off before.
    Err (IoError e) -> print (contains e.code ["EPROTO", "ECONNRESET", "EPIPE", "ETRUNCATED"])
    other -> print other
}
with_server options (address -> {
    asking { ca: pem.authority, certificate: pem.client, key: pem.client_key } address
    outcome {:} address
    outcome { certificate: pem.stranger, key: pem.stranger_key } address
    asking { ca: pem.authority, certificate: pem.client, key: pem.client_key } address
})
# expect: Ok (Some "hello!")
# expect: true
# expect: true
# expect: Ok (Some "hello!")

# A server that does not verify its clients does not see their certificates; one that does sees them.
listener = tls.listen { ..options, verify: false } "127.0.0.1:0"
address = net.address listener
for client in [{ certificate: "{pem.client}\n{pem.client_key}", }, {:}] {
    connecting = spawn tls.connect_with { ..client, ca: pem.authority } address
    Some socket = net.accept listener
    print (tls.info socket).certificate
    net.close socket
    net.close (await connecting)
}
# expect: None
# expect: None
listener = tls.listen options "127.0.0.1:0"
connecting = spawn tls.connect_with { ca: pem.authority, certificate: "{pem.client}\n{pem.client_key}" } (net.address listener)
Some socket = net.accept listener
print (tls.info socket).certificate
# expect: Some { subject: "CN=a client,O=Aspen tests", issuer: "CN=Aspen test authority", expires: 4891363200 }
net.close (await connecting)
