# A client accepts a connection as a websocket only if the server answers as the standard demands. The address
# is that of this process alone: no other program takes the port after the listener's end.
listener = net.listen "127.{process.pid % 200 + 1}.{process.pid // 200 % 200 + 1}.1:0"
address = net.address listener

# The outcome of connecting to a server that answers with `answer accept_key`.
ask = options answer -> {
    serving = spawn {
        Some socket = net.accept listener
        request = net.lines socket |> take_while (line -> line != "")
        Some key = request |> find (string.starts_with? "Sec-WebSocket-Key: ")
        accepted = hash.sha1 "{drop 19 key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11" |> hex.decode |> base64.encode
        net.write (answer accepted) socket
        net.finish socket
        net.read_all socket
        net.close socket
        request
    }
    result = match try (websocket.connect_with options "ws://{address}/a?b=c") {
        Ok ws -> {
            found = websocket.protocol ws
            websocket.close ws
            show found
        }
        Err (IoError e) -> "{e.code} {last (split "?b=c: " e.message)}"
        Err (Timeout e) -> "late"
    }
    (result, await serving)
}
head = accepted more -> "HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accepted}\r\n{more}\r\n"
result, request = ask { headers: ["X-Own": "1"], protocols: ["a", "b"] } (accepted -> head accepted "Sec-WebSocket-Protocol: b\r\n")
print result
# expect: Some "b"
print (request |> filter (line -> not (string.starts_with? "Sec-WebSocket-Key" line or string.starts_with? "Host" line)))
# expect: ["GET /a?b=c HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: a, b", "X-Own: 1"]
print (contains "Host: {address}" request)
# expect: true

fails = answer -> print (ask {:} answer).0
fails (accepted -> head accepted "Sec-WebSocket-Protocol: b\r\n")
# expect: EPROTO the answer has a protocol that was not offered
fails (accepted -> head accepted "Sec-WebSocket-Extensions: permessage-deflate\r\n")
# expect: EPROTO the answer has extensions that were not offered
fails (accepted -> head "x{accepted}" "")
# expect: EPROTO the answer is to another key
fails (accepted -> head accepted "" |> string.replace "Upgrade: websocket" "Upgrade: h2c")
# expect: EPROTO the answer goes over to another protocol
fails (accepted -> head accepted "" |> string.replace "101 Yes" "200 OK")
# expect: EPROTO the answer is "HTTP/1.1 200 OK"
fails (accepted -> head accepted "no header\r\n")
# expect: EPROTO a header has no colon
fails (accepted -> head accepted "A: {string.repeat 70000 "a"}\r\n")
# expect: EPROTO the head of the answer is larger than 64 KiB
fails (_ -> "HTTP/1.1 101 Y")
# expect: ECONNRESET the stream ended before there was an answer
fails (_ -> "")
# expect: ECONNRESET the stream ended before there was an answer
fails (_ -> bytes (map (i -> 255 - i % 200) (0..1000)))
# expect: EPROTO the answer is not text
fails (accepted -> concat [bytes (head accepted ""), bytes [0xff, 10, 0xff, 13, 10, 13, 10]])
# expect: None
fails (accepted -> concat [bytes "HTTP/1.1 101 Y\r\nX-\u{e4}: ", bytes [0xe4], bytes "\r\n\r\n"])
# expect: EPROTO the answer is not text
net.close listener

silent = net.listen "127.0.0.1:0"
print (match try (websocket.connect_with { timeout: 0.01 } "ws://{net.address silent}/") { Err (Timeout e) -> last (split "/: " e.message) })
# expect: no websocket within 0.01 s
net.close silent
refused = try (websocket.connect "ws://{address}/")
print (match refused { Err (IoError e) -> e.code })
# expect: ECONNREFUSED

for target in ["http://a/", "ws:///a", "ws://a/ b", "ws://a/\r\nX: y", "ws://me@a/", "ws://a/#b", "a"] {
    print (match try (websocket.connect target) { Err (ValueError _) -> "no such URL" })
}
# expect: no such URL
# expect: no such URL
# expect: no such URL
# expect: no such URL
# expect: no such URL
# expect: no such URL
# expect: no such URL
for options in [{ nonsense: 1 }, { max_message: -1 }, { protocols: ["a b"] }, { protocols: "a" }, { origins: [1] }, { headers: ["A": "b\r\nC: d"] }] {
    print (match try (websocket.connect_with options "ws://{address}/") { Err (ValueError e) -> split ": " e.message |> last })
}
# expect: its fields are headers, protocols, max_message, grace, timeout, ca, certificate, key, verify and origins
# expect: options has a max_message that is not a number of at least 0
# expect: options has protocols that are not a list of names like "chat"
# expect: options has protocols that are not a list of names like "chat"
# expect: options has origins that are not a list of texts
# expect: options has a header "A" with a control character in its value
