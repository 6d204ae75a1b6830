# The web server over TLS, and the client, which checks the server's certificate.
use "./lib/certificates" as pem

never = channel 0
handler = request -> match request.path {
    "/echo" -> { status: 207, body: request.body }
    "/pieces" -> { body: map (i -> string.repeat 30000 (string i)) (0..3), }
    "/fails" -> error "on purpose"
    _ -> http.status 404
}
secured = tls.listen { certificate: pem.server, key: pem.server_key } "127.0.0.1:0"
server = http.listen secured
address = net.address (http.listener server)
base = "https://{address}"
running = spawn http.run handler server
ask = options -> http.request { ..options, ca: pem.authority }

reply = ask { url: "{base}/echo", method: "POST", body: "body" }
print (reply.status, reply.body)
# expect: (207, b"body")
large = string.repeat 100000 "0123456789"
print ((ask { url: "{base}/echo", method: "POST", body: large }).body == bytes large)
# expect: true
print (len (http.get_with { ca: pem.authority, } "{base}/pieces").body)
# expect: 90000
print ((ask { url: "https://localhost:{split ":" address |> last}/nowhere", }).status)
# expect: 404
streamed = http.open { url: "{base}/pieces", ca: pem.authority }
print (len (fs.read_chunk 10000000 streamed.body) == len (http.get_with { ca: pem.authority, } "{base}/pieces").body)
# expect: true
print (map (i -> (http.get_with { ca: pem.authority, } "{base}/{i}").status) (0..20) |> unique)
# expect: [404]

problem = f -> match try (f ()) {
    Err (IoError e) -> print (e.code, contains "certificate" e.message)
    other -> print other
}
problem (() -> http.get "{base}/")
# expect: ("ECERTIFICATE", true)
problem (() -> http.get_with { ca: pem.stranger, } "{base}/")
# expect: ("ECERTIFICATE", true)
problem (() -> http.get_with { ca: "nonsense -----BEGIN ", } "{base}/")
# expect: ("ECERTIFICATE", true)
problem (() -> http.get_with { ca: "/nowhere/ca.pem", } "{base}/")
# expect: ("ENOENT", false)
print (match try (http.get_with { ca: "", } "{base}/") { Err (ValueError e) -> e.message, other -> show other })
# expect: http.get_with: options has an empty ca
problem (() -> http.get "http://{address}/")
# expect: ("ECONNRESET", false)

# By hand: a body that arrives late, two requests at once, the end of the connection.
socket = tls.connect_with { ca: pem.authority, alpn: ["http/1.1"] } address
net.write "POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n" socket
print (net.read_line socket, net.read_line socket)
# expect: (Some "HTTP/1.1 100 Continue", Some "")
net.write "okPOST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\nConnection: close\r\n\r\nlast" socket
answers = string.from_bytes (net.read_all socket)
print (split "HTTP/1.1 207" answers |> map (text -> split "\r\n\r\n" text |> last))
# expect: ["", "ok", "last"]
net.close socket
http.stop server
await running

# A server that asks its clients for certificates.
listener = tls.listen { certificate: pem.server, key: pem.server_key, ca: pem.authority } "127.0.0.1:0"
server = http.listen listener
running = spawn http.run (_ -> "known") server
strict = "https://{net.address listener}"
both = { ca: pem.authority, certificate: pem.client, key: pem.client_key }
print (http.get_with both strict).body
# expect: b"known"
print (http.get_with { ca: pem.authority, certificate: "{pem.client}\n{pem.client_key}" } strict).body
# expect: b"known"
refused = options -> match try (http.get_with options strict) { Err (IoError _) -> "refused", other -> show other }
print (refused { ca: pem.authority, }, refused { ca: pem.authority, certificate: pem.stranger, key: pem.stranger_key })
# expect: ("refused", "refused")
print (match try (http.get_with { ca: pem.authority, certificate: "nonsense -----BEGIN ", } strict) { Err (IoError e) -> e.code, other -> show other })
# expect: ECERTIFICATE
http.stop server
await running
