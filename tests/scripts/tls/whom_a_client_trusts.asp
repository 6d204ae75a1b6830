# The certificate has to be for the requested name, signed by a trusted authority, and valid today.
use "./lib/certificates" as pem
use "./lib/serving"
{ with_server, asking } = serving

with_server { certificate: pem.server, key: pem.server_key } (address -> {
    asking { ca: pem.authority } address
    asking { ca: pem.authority, name: "server.test" } address
    asking { ca: pem.authority, name: "::1" } address
    asking { ca: pem.authority, name: "example.test" } address
    asking { ca: pem.authority, name: "127.0.0.2" } address
    asking {:} address
    asking { ca: pem.stranger, } address
    asking { verify: false, } address
    asking { ca: pem.authority, } address
})
# expect: Ok (Some "hello!")
# expect: Ok (Some "hello!")
# expect: Ok (Some "hello!")
# expect: ECERTIFICATE: here: the certificate of "example.test" is refused: hostname mismatch, true
# expect: ECERTIFICATE: here: the certificate of "127.0.0.2" is refused: IP address mismatch, true
# expect: ECERTIFICATE: here: the certificate of "127.0.0.1" is refused: unable to get local issuer certificate, true
# expect: ECERTIFICATE: here: the certificate of "127.0.0.1" is refused: unable to get local issuer certificate, true
# expect: Ok (Some "hello!")
# expect: Ok (Some "hello!")
# The certificate of another server, with its key beside it.
with_server { certificate: "{pem.other}\n{pem.other_key}", } (address -> {
    asking { ca: pem.authority, name: "localhost" } address
    asking { ca: pem.authority, name: "other.test" } address
})
# expect: ECERTIFICATE: here: the certificate of "localhost" is refused: hostname mismatch, true
# expect: Ok (Some "hello!")
with_server { certificate: pem.expired, key: pem.expired_key } (address -> asking { ca: pem.authority, } address)
# expect: ECERTIFICATE: here: the certificate of "127.0.0.1" is refused: certificate has expired, true
with_server { certificate: pem.stranger, key: pem.stranger_key } (address -> {
    asking { ca: pem.authority, } address
    asking { ca: pem.stranger, } address
})
# expect: ECERTIFICATE: here: the certificate of "127.0.0.1" is refused: self-signed certificate, true
# expect: Ok (Some "hello!")
