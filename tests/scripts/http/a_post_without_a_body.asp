# A POST without a body says that it has none: servers may wait for a body otherwise. A redirect makes it a GET.
server = http.listen "127.0.0.1:0"
handler = r -> match r.path {
    "/go" -> http.redirect "/end"
    _ -> "{r.method} {get "content-length" r.headers} {get "content-type" r.headers}"
}
running = spawn http.run handler server
base = "http://{net.address (http.listener server)}"
print (string.from_bytes (http.request { url: "{base}/end", method: "POST" }).body)
print (string.from_bytes (http.request { url: "{base}/go", method: "POST" }).body)
http.stop server
# expect: POST Some "0" None
# expect: GET None None
