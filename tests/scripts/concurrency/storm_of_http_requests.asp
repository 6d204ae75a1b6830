# Many tasks ask one server at once, in bodies large and small; some leave in the middle, and nothing is mixed up.
handler = request -> match request.path {
    "/slow" -> { task.yield (); "late" }
    _ -> string.repeat (len request.body) (string.replace "/" "" request.path)
}
server = http.listen "127.0.0.1:0"
base = "http://{net.address (http.listener server)}"
running = spawn http.run handler server
answered = cell 0
left = cell 0
ask = i -> {
    url, size = "{base}/{i % 10}", i * 131 % 4000
    answer = http.post (string.repeat size "x") url
    assert (string.from_bytes answer.body == string.repeat size (string (i % 10)))
    cell.update (n -> n + 1) answered
    waiting = spawn http.get "{base}/slow"
    if i % 2 == 0 { task.cancel waiting }
    if (try (await waiting)) is Err (Cancelled _) { cell.update (n -> n + 1) left }
}
gather ask (0..40)
print (cell.get answered, cell.get left <= 20)
# expect: (40, true)
http.stop server
await running
