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

# Those that came for tasks which have left are for the next ones, in their order.
let_go = n -> for _ in 0..n { sleep 0 }
rest_of = round -> {
    readers = map (_ -> spawn net.receive_from b) (0..4)
    let_go (round % 7)
    for i in 1..=4 { net.send_to "{i}" (net.address b) a }
    let_go (round % 3)
    for reader in readers { task.cancel reader }
    got = sum_by (reader -> match try (await reader) {
        Ok _ -> 1
        Err (Cancelled _) -> 0
    }) readers
    map (_ -> net.receive_from b) (got..4) |> map ((data, _) -> int (string.from_bytes data))
}
print (all (round -> { rest = rest_of round; rest == sort rest }) (0..300))
# expect: true
