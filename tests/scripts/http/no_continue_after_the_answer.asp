# A client that asks for "100 Continue" and sends its body at once needs none: it must not come after the answer.
server = http.listen "127.0.0.1:0"
running = spawn http.run (r -> string.from_bytes r.body) server
client = net.connect (net.address (http.listener server))
net.write "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na" client
net.finish client
text = string.from_bytes (net.read_all client)
print (string.count "HTTP/1.1" text, string.ends_with? "\r\n\r\na" text)
net.close client
http.stop server
# expect: (1, true)
