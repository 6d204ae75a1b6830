code = f -> match try (f ()) { Err (IoError e) -> e.code; other -> other }
# On an address of this process alone, so that no other program takes the port after the listener's end.
taken = net.listen "127.{process.pid % 200 + 1}.{process.pid // 200 % 200 + 1}.1:0"
print (code (() -> net.listen (net.address taken)))
# expect: EADDRINUSE
refusing = net.address taken
net.close taken
print (code (() -> net.connect refusing))
# expect: ECONNREFUSED
print (code (() -> net.connect "no-such-host.invalid:80"))
# expect: EAI_NONAME
print (try (net.connect "nonsense"))
# expect: Err (ValueError { message: "net.lookup: address must be like \"example.org:80\", \"[::1]:80\", \":80\" or \"unix:/path\"" })
print ((try (net.lookup "{string.repeat 2_000 "a"}:80")) is Err (ValueError _))  # the system is not asked
# expect: true
print (try (net.listen "::1:80"))
# expect: Err (ValueError { message: "net.listen: address must be like \"example.org:80\", \"[::1]:80\", \":80\" or \"unix:/path\"" })
print (try (net.read 5 taken))
# expect: Err (TypeError { message: "net.read: socket must be a socket, from net.connect or net.accept, not <listener>, a Native" })
print (try (net.connect_to "localhost:80"))
# expect: Err (ValueError { message: "net.connect_to: address must be an address without names" })
for address in ["127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:8 "] { print ((try (net.listen address)) is Err (ValueError _)) }
# expect: true
# expect: true
# expect: true
print (try (net.listen "unix:{string.repeat 200 "a"}"))
# expect: Err (ValueError { message: "net.listen: address has a path that is empty or too long for the system" })
listener = net.listen "127.0.0.1:0"
client = net.connect (net.address listener)
Some socket = net.accept listener
writing = spawn try (net.write (string.repeat 1100000 "x") client)
print (match try (net.read_line socket) { Err (IoError e) -> (e.code, string.ends_with? "a line has more than 1 MiB" e.message) })
# expect: ("EMSGSIZE", true)
net.close socket
await writing
