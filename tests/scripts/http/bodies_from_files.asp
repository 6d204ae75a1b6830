# A file, or what a program prints, is sent byte by byte: nothing is taken for text, and no line loses its end.
p = fs.temp ()
fs.write_bytes p b"one\r\ntwo\n\xff\n"
handler = request -> match request.path {
    "/file" -> { body: fs.open "read" p }
    "/plain" -> fs.open "read" p
    "/program" -> process.output (process.spawn_with { output: "pipe" } "cat" [p])
    _ -> show request.body
}
server = http.listen "127.0.0.1:0"
address = net.address (http.listener server)
running = spawn http.run handler server

for name in ["file", "plain", "program"] { print (http.get "http://{address}/{name}").body }
answer = http.upload (fs.open "read" p) { url: "http://{address}/", method: "POST" }
print (string.from_bytes (fs.read_chunk 1000 answer.body))
task.cancel running
fs.remove p
# expect: b"one\r\ntwo\n\xff\n"
# expect: b"one\r\ntwo\n\xff\n"
# expect: b"one\r\ntwo\n\xff\n"
# expect: b"one\r\ntwo\n\xff\n"
