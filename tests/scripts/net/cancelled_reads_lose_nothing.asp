# A reader that is cancelled while it waits leaves the data for the next one.
listener = net.listen "127.0.0.1:0"
client = net.connect (net.address listener)
Some socket = net.accept listener
print (try (task.timeout 0.01 (() -> net.read_line socket)))
# expect: Err (Timeout { message: "task.timeout: not done within 0.01 s" })
net.write "one\ntwo\n" client
a = spawn net.read_line socket
b = spawn net.read_line socket
lines = map show [await a, await b]
print (sort lines)
# expect: ["Some \"one\"", "Some \"two\""]
print (try (task.timeout 0.01 (() -> net.accept listener)))
# expect: Err (Timeout { message: "task.timeout: not done within 0.01 s" })
