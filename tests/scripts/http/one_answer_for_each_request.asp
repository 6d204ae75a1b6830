# What `http.run` is made of: an answer that no request waits for would be taken for the next one.
tells = act -> match try (act ()) { Ok v -> v, Err (ValueError e) -> e.message }
listener = net.listen "127.0.0.1:0"
server = http.server_over { idle: 60 } listener
client = net.connect (net.address listener)
Some socket = net.accept listener
connection = http.over socket server
print (tells (() -> http.answer "too early" connection))
# expect: http.answer: no request waits for an answer
ask = path -> {
    net.write "GET {path} HTTP/1.1\r\nHost: h\r\n\r\n" client
    http.next connection
}
Some request = ask "/"
print (request.path, request.scheme)
# expect: ("/", "http")
print (tells (() -> http.send "no pieces" connection))
# expect: http.send: no pieces are due
print (tells (() -> http.end connection))
# expect: http.end: no pieces are due
print (tells (() -> http.answer { status: 1 } connection))
# expect: http.answer: response has a status that is not an Int from 200 to 999
print (http.answer "fine" connection)
# expect: None
print (tells (() -> http.answer "again" connection))
# expect: http.answer: no request waits for an answer
print (tells (() -> http.switch ["Upgrade": "x"] connection))
# expect: http.switch: no request waits for an answer
ask "/"
print (http.answer { body: ["a", "b"] } connection)
# expect: Some ["a", "b"]
http.send "piece" connection
http.end connection
print (tells (() -> http.send "late" connection))
# expect: http.send: no pieces are due
http.close connection
print (net.read_all client |> string.from_bytes |> split "\r\n" |> filter (line -> line == "fineHTTP/1.1 200 OK" or line == "piece" or line == "0"))
# expect: ["fineHTTP/1.1 200 OK", "piece", "0"]
net.close listener
