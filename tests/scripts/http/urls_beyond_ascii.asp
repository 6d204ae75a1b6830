# Characters beyond ASCII are encoded in the path and the query, as browsers do.
server = http.listen "127.0.0.1:0"
running = spawn http.run (r -> "{r.path} {r.query}") server
base = "http://{net.address (http.listener server)}"
print (string.from_bytes (http.get "{base}/é/%2F?q=ü&r=%20#ß").body)
http.stop server
# expect: /%C3%A9/%2F q=%C3%BC&r=%20
