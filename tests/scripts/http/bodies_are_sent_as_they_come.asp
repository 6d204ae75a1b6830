# The body of a request may come in pieces, from anything iterable.
handler = request -> match request.path {
    "/refuse" -> http.status 403
    _ -> "{request.method} {len request.body} {request.headers["content-type"]}"
}
# A request has longer to arrive than usual: on a busy machine, a thousand pieces have taken half a minute.
server = http.server_over { max_body: 2000000, request: 1000 } (net.listen "127.0.0.1:0")
base = "http://{net.address (http.listener server)}"
serving = spawn http.run handler server
typed = ["content-type": "text/plain"]

whole = answer -> string.from_bytes (fs.read_chunk 1000 answer.body)

print (whole (http.upload ["ab", bytes.from [1, 2, 3], ""] { url: base, method: "POST", headers: typed }))
# expect: POST 5 text/plain
print (whole (http.upload [] { url: base, headers: typed }))
# expect: PUT 0 text/plain
pieces = channel 2
spawn {
    for _ in 0..1000 { send pieces (string.repeat 1000 "x") }
    close pieces
}
print (whole (http.upload pieces { url: base, headers: typed }))
# expect: PUT 1000000 text/plain

# A body that the other side refuses before it is complete.
answer = http.upload (fiber { for _ in 0..5000 { yield string.repeat 1000 "x" } }) { url: base, headers: typed }
print answer.status
# expect: 413

# An error between two pieces breaks the request off.
print (try (http.upload (fiber { yield "a"; error Stopped }) { url: base }))
# expect: Err Stopped

print (match try (http.upload ["a"] { url: "http://127.0.0.1:1/" }) { Err (IoError { code: code }) -> code, other -> show other })
# expect: ECONNREFUSED
print (match try (http.upload ["a"] { url: base, body: "b" }) { Err (ValueError _) -> "two bodies", other -> show other })
# expect: two bodies

upload = http.begin { url: base, headers: typed }
fs.put "by hand" (http.upload_body upload)
fs.flush (http.upload_body upload)
print (whole (http.finish upload))
# expect: PUT 7 text/plain
http.stop server
