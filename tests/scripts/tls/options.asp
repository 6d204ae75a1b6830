# Wrong options are reported before anything is connected; options that name files read these.
use "./lib/certificates" as pem

problem = f -> match try (f ()) {
    Err (ValueError e) -> print e.message
    Err (TypeError e) -> print e.message
    Err (IoError e) -> print (e.code, e.path)
    other -> print other
}
listening = options -> problem (() -> tls.listen options "127.0.0.1:0")
listening {:}
# expect: tls.server: options needs a certificate
listening { certificate: pem.server, }
# expect: tls.server: options has a key in which there is none in PEM, without a password
listening { certificate: pem.server, key: pem.other_key }
# expect: tls.server: options has a key that does not fit the certificate: key values mismatch
listening { certificate: string.replace "MII" "MIX" pem.server, key: pem.server_key }
# expect: tls.server: options has a certificate in which there is none in PEM
listening { certificate: pem.server, key: pem.server_key, ca: pem.server_key }
# expect: tls.server: options has a ca in which there are no certificates in PEM
listening { certificate: pem.server, key: pem.server_key, verify: true }
# expect: tls.server: options needs a ca to verify clients
listening { certificate: "/nowhere/server.pem", key: pem.server_key }
# expect: ("ENOENT", "/nowhere/server.pem")
listening { certificate: pem.server, key: pem.server_key, name: "localhost" }
# expect: tls.server: options cannot have `name: "localhost"`: its fields are certificate, key, ca, alpn and version: texts, a list alpn and a Bool verify
listening { certificate: 5, }
# expect: tls.server: options cannot have `certificate: 5`: its fields are certificate, key, ca, alpn and version: texts, a list alpn and a Bool verify

listener = net.listen "127.0.0.1:0"
connecting = options -> problem (() -> tls.client options (net.connect (net.address listener)))
connecting {:}
# expect: tls.client: options needs the name of the other side, unless verify is false
connecting { name: "localhost", version: "1.1" }
# expect: tls.client: options has a version other than "1.2" and "1.3"
connecting { name: "localhost", alpn: ["h2", ""] }
# expect: tls.client: options has an alpn of more than names like "http/1.1"
connecting { name: "localhost", key: pem.client_key }
# expect: tls.client: options has a key without its certificate
connecting { name: string.repeat 300 "a", verify: false }
# expect: tls.client: options has a name that no host can have
problem (() -> tls.info (net.connect (net.address listener)))
# expect: tls.info: socket does not speak TLS
problem (() -> tls.server { certificate: "{pem.server}\n{pem.server_key}", } 5)
# expect: tls.server: socket must be a socket or a listener, from module net, not 5, an Int

# Likewise from files.
folder = fs.temp_dir ()
fs.write "{folder}/server.pem" pem.server
fs.write "{folder}/key.pem" pem.server_key
fs.write "{folder}/authority.pem" pem.authority
listener = net.listen "127.0.0.1:0"
secured = tls.server { certificate: "{folder}/server.pem", key: "{folder}/key.pem" } listener
address = net.address secured
greeting = spawn tls.connect_with { ca: "{folder}/authority.pem", } address
Some socket = net.accept secured
tls.handshake socket
print (tls.info (await greeting)).version
# expect: TLSv1.3
# The socket that was passed on is closed.
print ((try (net.address listener)) is Err (Closed _))
# expect: true
problem (() -> tls.client { verify: false, } socket)
# expect: tls.client: socket speaks TLS already
fs.remove_all folder
listening { certificate: "", key: pem.server_key }
# expect: tls.server: options has an empty certificate

# A listener that speaks TLS keeps its options.
listener = tls.listen { certificate: pem.server, key: pem.server_key } "127.0.0.1:0"
print (match try (tls.server { certificate: pem.server, key: pem.server_key } listener) { Err (ValueError e) -> e.message })
# expect: tls.server: socket speaks TLS already
net.close listener
