# A write ends when the system has all of it: data written before a write that found no room has arrived.
use "./lib/certificates" as pem

listener = tls.listen { certificate: pem.server, key: pem.server_key } "127.0.0.1:0"
connecting = spawn tls.connect_with { ca: pem.authority, } (net.address listener)
Some server = net.accept listener
tls.handshake server
client = await connecting
data = string.repeat 30_000 "x"
net.write data server
written = len data
while (try (task.timeout 0.1 (() -> net.write data server))) is Ok _ { written += len data }
print (len (net.read_exactly written client) == written)
# expect: true
net.close server
net.close client
