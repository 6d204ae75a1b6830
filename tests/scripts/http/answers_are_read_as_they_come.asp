# An answer's body may be read while the server still makes it. A server waits if its answer is not read.
go_on = channel 0
never = channel 0
made = cell 0
endless = () -> fiber {
    loop {
        cell.update (n -> n + 1) made
        yield string.repeat 100000 "x"
    }
}
handler = request -> match request.path {
    "/lines" -> { status: 200, headers: [:], body: fiber {
        yield "one\ntwo\nth"
        recv go_on
        yield "ree\n"
    } }
    "/endless" -> { status: 200, headers: ["x-kind": "endless"], body: endless () }
    "/broken" -> { status: 200, headers: [:], body: fiber {
        yield "one\n"
        recv go_on
        error Stopped
    } }
    "/moved" -> http.redirect "/lines"
    "/silent" -> { recv never; "" }
    _ -> http.status 404
}
server = http.listen "127.0.0.1:0"
base = "http://{net.address (http.listener server)}"
serving = spawn http.run handler server

answer = http.open { url: "{base}/lines" }
print answer.status
# expect: 200
print (fs.read_line answer.body)
# expect: Some "one"
print (fs.read_line answer.body)
# expect: Some "two"
send go_on ()
print (fs.read_line answer.body)
# expect: Some "three"
print (fs.read_line answer.body)
# expect: None

moved = http.open { url: "{base}/moved" }
print "{moved.url == base + "/lines"} {moved.status}"
# expect: true 200
send go_on ()
print (list.from moved.body)
# expect: ["one", "two", "three"]

# An answer that is not read fills the buffers, and no more.
endless_answer = http.open { url: "{base}/endless" }
print endless_answer.headers["x-kind"]
# expect: endless
print (len (fs.read_chunk 300000 endless_answer.body))
# expect: 300000
fs.close endless_answer.body
print (cell.get made < 1000)
# expect: true

broken = http.open { url: "{base}/broken" }
print (fs.read_line broken.body)
# expect: Some "one"
send go_on ()
print (match try (fs.read_line broken.body) { Err (IoError { code: code }) -> code, other -> show other })
# expect: ECONNRESET

print (http.open { url: "{base}/nothing" }).status
# expect: 404
print (match try (http.open { url: "{base}/silent", timeout: 0.01 }) { Err (Timeout _) -> "late", other -> show other })
# expect: late
close never
print (match try (http.open { url: "http://127.0.0.1:1/" }) { Err (IoError { code: code }) -> code, other -> show other })
# expect: ECONNREFUSED
print (match try (http.open { method: "GET" }) { Err (ValueError _) -> "no url", other -> show other })
# expect: no url
http.stop server

# Headers after a body come too late to be among the headers before it.
listener = net.listen "127.0.0.1:0"
by_hand = spawn {
    Some socket = net.accept listener
    while net.read_line socket is Some line { if line == "" { break } }
    net.write "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x-late\r\n\r\n4\r\nbody\r\n" socket
    recv go_on
    net.write "0\r\nx-late: yes\r\n\r\n" socket
    net.close socket
}
late = http.open { url: "http://{net.address listener}/" }
send go_on ()
print (list.from late.body, contains "x-late" late.headers)
# expect: (["body"], false)
