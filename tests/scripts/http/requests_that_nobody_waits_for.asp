# Requests are given up while their answers arrive.
headers = dict.from (map (i -> ("x-{i}", string.repeat 100 "v")) (0..30))
handler = request -> { status: 200, headers: headers, body: string.repeat 200000 "x" }
server = http.listen "127.0.0.1:0"
base = "http://{net.address (http.listener server)}"
running = spawn http.run handler server

# If one request fails, the others are given up.
failed = count (i -> {
    answers = try [http.get "http://127.0.0.1:1/", http.get "{base}/a", http.get "{base}/b"]
    match answers { Err (IoError _) -> true, _ -> false }
}) (0..30)
print failed
# expect: 30

# So are requests of cancelled tasks, some of them before they begin, some after the whole answer is there.
cancelled = count (i -> {
    requests = map (j -> spawn { len (http.get "{base}/{j}").body }) (0..4)
    first = await requests[i % 4]
    for request in requests { task.cancel request }
    first == 200000
}) (0..30)
print cancelled
# expect: 30
streamed = count (i -> {
    requests = map (j -> spawn { http.open { url: "{base}/{j}" } }) (0..4)
    first = await requests[i % 4]
    for request in requests { task.cancel request }
    len (fs.read_chunk 200000 first.body) == 200000
}) (0..10)
print streamed
# expect: 10
http.stop server
