# An error of the pieces is none of the server, whatever its code: the request does not end as if it was whole.
server = http.listen "127.0.0.1:0"
got = cell []
running = spawn http.run (request -> { cell.change (push request.body) got; "ok" }) server
url = "http://{net.address (http.listener server)}/"
pieces = fiber { yield "abc"; error (IoError { message: "a pipe of my own", code: "EPIPE", path: "x" }) }
print (match try (http.upload pieces { url: url, method: "POST" }) { Err (IoError e) -> e.message, other -> show other })
# expect: a pipe of my own
print (http.upload ["a", "b"] { url: url, method: "POST" }).status
# expect: 200
print (cell.get got)
# expect: [b"ab"]
upload = http.begin { url: url, method: "POST" }
print (http.finish upload).status
# expect: 200
print (match try (http.finish upload) { Err (Closed e) -> e.message, other -> show other })
# expect: http.finish: the upload is over
http.stop server
await running
