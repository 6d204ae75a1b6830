# A cancelled read, in the handshake or later, and a write that is not read leave the stream whole.
use "./lib/certificates" as pem

late? = f -> (try (task.timeout 0.02 f)) is Err (Timeout _)

# In the handshake, which goes on with the next read.
plain = net.listen "127.0.0.1:0"
client = tls.client { name: "localhost", ca: pem.authority } (net.connect (net.address plain))
print (late? (() -> net.read 5 client), late? (() -> tls.handshake client), late? (() -> net.write "hello\n" client))
# expect: (true, true, true)
reading = spawn net.read 5 client
Some accepted = net.accept plain
server = tls.server { certificate: pem.server, key: pem.server_key } accepted
print (late? (() -> net.read_line server))
# expect: true
net.write "first" server
print (await reading)
# expect: Some b"first"

# Reads that wait while others write.
print (late? (() -> net.read 5 client), late? (() -> net.read_exactly 5 server))
# expect: (true, true)
net.write "ab" server
print (late? (() -> net.read_exactly 5 client))
# expect: true
net.write "cde" server
print (net.read_exactly 5 client)
# expect: b"abcde"

# A write that fills the stream. A part of it arrives, and the next write comes after that.
many = string.repeat 20_000_000 "x"
print (late? (() -> net.write many server))
# expect: true
reading = spawn net.read_all client
net.write "end" server
net.finish server
data = string.from_bytes (await reading)
print (len data < 20_000_000, string.trim_start (string.replace "x" "" data))
# expect: (true, "end")
net.close client
net.close server
