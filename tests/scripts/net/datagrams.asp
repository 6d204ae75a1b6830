a = net.udp "127.0.0.1:0"
b = net.udp "127.0.0.1:0"
waiting = spawn net.receive_from b
net.send_to "ping" (net.address b) a
(data, from) = await waiting
print (data, from == net.address a)
# expect: (b"ping", true)
net.send_to b"" from b
print (net.receive_from a == (b"", net.address b))
# expect: true
