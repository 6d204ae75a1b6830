parity = n -> {
    ping = k -> if k == 0 { "ping" } else { pong (k - 1) }
    pong = k -> if k == 0 { "pong" } else { ping (k - 1) }
    ping n
}
print (parity 3)
# expect: pong
print (parity 4)
# expect: ping
