# No request is answered before all have come, and nothing says that they go out together. Spawned they always do; those of
# `map` do wherever calls are split off.
counted = cell 0
all_here = channel 20
handler = request -> {
    if cell.update (n -> n + 1) counted == 20 { for _ in 0..20 { send all_here () } }
    recv all_here
    request.path
}
server = http.listen "127.0.0.1:0"
base = "http://{net.address (http.listener server)}"
running = spawn http.run handler server
print (gather (i -> string.from_bytes (http.get "{base}/{i}").body) (0..20) == map (i -> "/{i}") (0..20))
# expect: true
http.stop server
