# The client with our own server: every part of a request arrives as it was.
never = channel 0
handler = request -> match request.path {
    "/echo"   -> {
        status: 207,
        headers: ["X-Method": request.method, "X-Query": request.query, "Set-Cookie": ["a=1", "b=2"]],
        body: "{get_or "x-sent" "nothing" request.headers}|{string.from_bytes request.body}",
    }
    "/away"   -> http.redirect "/text"
    "/circle" -> http.redirect "/circle"
    "/long"   -> string.repeat 1000 "0123456789"
    "/never"  -> { recv never; "late" }
    "/text"   -> "text"
    "/peer"   -> request.peer
    _         -> http.status 404
}
server = http.listen "127.0.0.1:0"
base = "http://{net.address (http.listener server)}"
running = spawn http.run handler server

reply = http.request { url: "{base}/echo?a=b", method: "PUT", headers: ["X-Sent": "this"], body: "body" }
print (reply.status, string.from_bytes reply.body, reply.headers["x-method"], reply.headers["x-query"], reply.headers["set-cookie"])
# expect: (207, "this|body", "PUT", "a=b", "a=1\nb=2")
print (http.post b"body" "{base}/echo").body
# expect: b"nothing|body"
reply = http.get "{base}/away"
print (reply.status, reply.body, reply.url == "{base}/text")
# expect: (200, b"text", true)
print (http.get_with { redirects: 0 } "{base}/away").status
# expect: 303
print (http.head "{base}/long").headers["content-length"]
# expect: 10000
print (len (http.get "{base}/long").body)
# expect: 10000
print (string.starts_with? "127.0.0.1:" (string.from_bytes (http.get "{base}/peer").body))
# expect: true
print (http.get "{base}/nowhere").status
# expect: 404

# Mistakes.
problem = f -> match try (f ()) {
    Err (IoError e) -> e.code
    Err (Timeout _) -> "Timeout"
    Err (ValueError e) -> e.message
    other -> other
}
print (problem (() -> http.get "{base}/circle"))
# expect: ELOOP
print (problem (() -> http.get_with { timeout: 0.05 } "{base}/never"))
# expect: Timeout
print (problem (() -> task.timeout 0.05 (() -> http.get "{base}/never")))
# expect: Timeout
print (problem (() -> http.get_with { max_body: 100 } "{base}/long"))
# expect: EMSGSIZE
print (problem (() -> http.get "http://no-such-host.invalid/"))
# expect: EAI_NONAME
print (problem (() -> http.get "ftp://example.org/"))
# expect: http.get: "ftp://example.org/" is not an encoded URL like "https://example.org/a"
print (problem (() -> http.post base "body and URL in the wrong order"))
# expect: http.post: "body and URL in the wrong order" is not an encoded URL like "https://example.org/a"
print (problem (() -> http.request { url: "example.org" }))
# expect: http.request: "example.org" is not an encoded URL like "https://example.org/a"
print (problem (() -> http.get_with { body: "b" } base))
# expect: http.get_with: options changes something, which is for http.request
print (problem (() -> http.request { url: base, method: "put" }))
# expect: http.request: options has a method that is not one like "PUT"
print (problem (() -> http.request { url: base, headers: ["A b": "c"] }))
# expect: http.request: options has a header that cannot be called "A b"
close never
http.stop server
await running
print (problem (() -> http.get base))
# expect: ECONNREFUSED
