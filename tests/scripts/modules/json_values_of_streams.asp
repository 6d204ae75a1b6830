# From files, sockets, fibers and channels alike.
path = fs.temp ()
file = fs.open "write" path
for piece in json.show_lines (map (i -> { id: i, name: "n{i}" }) (0..10_000)) { fs.put piece file }
fs.close file
print (json.values (fs.open "read" path) |> map (v -> v["id"]) |> sum)
# expect: 49995000
file = fs.open "write" path
for piece in json.show_array (0..30_000) { fs.put piece file }
fs.close file
print (json.elements (fs.open "read" path) |> sum)
# expect: 449985000
fs.remove path

# A value comes while the other side keeps the stream open.
listener = net.listen "127.0.0.1:0"
server = spawn {
    Some socket = net.accept listener
    net.write "[1]\{\"a\":" socket
    answer = first (json.values socket)
    net.write "2}3" socket
    net.finish socket
    answer
}
socket = net.connect (net.address listener)
come = json.values socket
print (come ())
# expect: Some [1]
net.write "[\"go on\"]" socket
print (list come)
# expect: [["a": 2], 3]
print (await server)
# expect: ["go on"]

# A task that waits for the next value can be cancelled.
idle = net.connect (net.address listener)
print (try (task.timeout 0.01 (() -> first (json.values idle))))
# expect: Err (Timeout { message: "task.timeout: not done within 0.01 s" })
net.close listener      # until here it is in use, and so no collection closes it

c = channel 2
spawn { for piece in ["[1, ", "2]", "[", "]"] { send c piece }; close c }
print (list (json.values c))
# expect: [[1, 2], []]
print (json.values (fiber { yield "1"; yield b"2 "; yield "3" }) |> list)
# expect: [12, 3]

# An error of the source is its own.
print (try list (json.values (fiber { yield "1 "; error "no further" })))
# expect: Err "no further"
