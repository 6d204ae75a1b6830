listener = net.listen "127.0.0.1:0"
accepting = spawn net.accept listener
client = net.connect (net.address listener)
Some socket = await accepting
reading = spawn try (net.read 10 socket)
again = spawn net.accept listener
net.close listener
print (await again)
# expect: None
print (net.accept listener)
# expect: None
net.close socket
print (await reading)
# expect: Err (Closed { message: "net.read: the socket is closed" })
print (try (net.write "x" socket))
# expect: Err (Closed { message: "net.write: the socket is closed" })
print (net.read 10 client)
# expect: None
net.close socket

# A port is free as soon as its listener is closed, even while tasks wait for it. The address is that of this
# process alone, so that no other program takes the port.
address = "127.{process.pid % 200 + 1}.{process.pid // 200 % 200 + 1}.1:0"
for _ in 0..20 {
    listener = net.listen address
    address = net.address listener
    waiting = spawn net.accept listener
    sleep 0
    net.close listener
    await waiting
}
print "free"
# expect: free
