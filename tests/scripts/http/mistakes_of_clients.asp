# Each client gets an error response, and the server goes on.
server = http.server_over { max_head: 200, max_body: 10 } (net.listen "127.0.0.1:0")
address = net.address (http.listener server)
running = spawn http.run (request -> "fine") server
first_line = text -> {
    socket = net.connect address
    net.write text socket
    line = net.read_line socket
    net.close socket
    line
}
host = "Host: h\r\n"
for text in [
    "nonsense\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\n{host}\r\n",
    "POST / HTTP/1.1\r\n{host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "GET /{string.repeat 300 "a"} HTTP/1.1\r\n{host}\r\n",
    "GET / HTTP/1.1\r\n{host}A: {string.repeat 300 "a"}\r\n\r\n",
    "POST / HTTP/1.1\r\n{host}Content-Length: 11\r\n\r\n",
    "GET / HTTP/3.0\r\n{host}\r\n",
    "GET / HTTP/1.1\r\n{host}\r\n",
] { print (first_line text) }
# expect: Some "HTTP/1.1 400 Bad Request"
# expect: Some "HTTP/1.1 400 Bad Request"
# expect: Some "HTTP/1.1 400 Bad Request"
# expect: Some "HTTP/1.1 400 Bad Request"
# expect: Some "HTTP/1.1 414 URI Too Long"
# expect: Some "HTTP/1.1 431 Request Header Fields Too Large"
# expect: Some "HTTP/1.1 413 Content Too Large"
# expect: Some "HTTP/1.1 505 HTTP Version Not Supported"
# expect: Some "HTTP/1.1 200 OK"

# The client sends half a request and leaves.
socket = net.connect address
net.write "GET / HT" socket
net.close socket
# The client is told to go on, and then sends the rest.
socket = net.connect address
net.write "POST / HTTP/1.1\r\n{host}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n" socket
print (net.read_line socket)
# expect: Some "HTTP/1.1 100 Continue"
net.read_line socket
net.write "ab" socket
print (net.read_line socket)
# expect: Some "HTTP/1.1 200 OK"
http.stop server
await running
