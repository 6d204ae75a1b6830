# wss: likewise over TLS, with messages larger than the system's buffers both ways.
use "../tls/lib/certificates" as pem

handler = request -> websocket.accept request (ws -> for message in websocket.messages ws { websocket.send message ws })
server = http.listen (tls.listen { certificate: pem.server, key: pem.server_key } "127.0.0.1:0")
running = spawn http.run handler server
address = net.address (http.listener server)
ws = websocket.connect_with { ca: pem.authority, } "wss://{address}/"
websocket.send "hello" ws
print (websocket.receive ws)
# expect: Some "hello"
large = string.repeat 500000 "0123456789"
sending = spawn for _ in 0..4 {
    websocket.send large ws
    websocket.ping ws
}
print (map (_ -> websocket.receive ws == Some large) (0..4))
# expect: [true, true, true, true]
await sending
websocket.close_with 3001 "done" ws
print (websocket.close_reason ws)
# expect: Some { code: 3001, reason: "" }
print (match try (websocket.connect "wss://{address}/") { Err (IoError e) -> e.code })
# expect: ECERTIFICATE
print (match try (websocket.connect "ws://{address}/") { Err (IoError _) -> "refused" })
# expect: refused
# A page that came without TLS may have been altered on its way, so it is one of another site.
for origin in ["https://{address}", "http://{address}"] {
    print (match try (websocket.connect_with { ca: pem.authority, headers: ["Origin": origin] } "wss://{address}/") {
        Ok ws -> websocket.close ws
        Err (IoError e) -> drop (len "wss://{address}/") e.message
    })
}
# expect: ()
# expect: : the answer is "HTTP/1.1 403 Forbidden"
http.stop server
await running
