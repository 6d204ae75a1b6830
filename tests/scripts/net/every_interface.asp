# An address without a host: a listener takes what comes over IPv4 and, where the system has it, over IPv6.
has_ipv6 = (try (net.close (net.listen "[::1]:0"))) is Ok _
listener = net.listen ":0"
address = net.address listener
print (string.starts_with? (if has_ipv6 { "[::]:" } else { "0.0.0.0:" }) address)
# expect: true
port = last (split ":" address)
peer_of = host -> {
    client = net.connect "{host}:{port}"
    Some socket = net.accept listener
    peer = net.peer socket
    same = peer == net.address client and net.address socket == net.peer client
    net.close socket
    net.close client
    (string.remove_suffix (last (split ":" peer)) peer, same)
}
print (peer_of "127.0.0.1")
# expect: ("127.0.0.1:", true)
print (not has_ipv6 or peer_of "[::1]" == ("[::1]:", true))
# expect: true
(host, same) = peer_of ""
print (contains host ["127.0.0.1:", "[::1]:"], same)
# expect: (true, true)

# Its port is taken over IPv4, too.
print (match try (net.listen "0.0.0.0:{port}") { Err (IoError e) -> e.code })
# expect: EADDRINUSE
net.close listener

# Over IPv4 only: such a listener is found, although this machine has two addresses.
listener = net.listen "127.0.0.1:0"
client = net.connect ":{last (split ":" (net.address listener))}"
print (net.peer client == net.address listener)
# expect: true
net.close client
net.close listener

a = net.udp ":0"
b = net.udp "127.0.0.1:0"
net.send_to "ping" "127.0.0.1:{last (split ":" (net.address a))}" b
print (net.receive_from a == (b"ping", net.address b))
# expect: true
