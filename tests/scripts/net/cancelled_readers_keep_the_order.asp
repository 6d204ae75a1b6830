# Several readers of one socket are cancelled just as data comes: what they leave comes again in its order.
listener = net.listen "127.0.0.1:0"
client = net.connect (net.address listener)
Some socket = net.accept listener
# Lets readers begin, or not.
let_go = n -> for _ in 0..n { sleep 0 }

rest_of_bytes = round -> {
    readers = map (_ -> spawn net.read 1 socket) (0..4)
    let_go (round % 7)
    net.write "1234" client
    let_go (round % 3)
    for reader in readers { task.cancel reader }
    got = sum_by (reader -> match try (await reader) {
        Ok (Some text) -> len text
        Err (Cancelled _) -> 0
    }) readers
    if got == 4 { [] } else { list (net.read_exactly (4 - got) socket) }
}
print (all (round -> { rest = rest_of_bytes round; rest == sort rest }) (0..300))
# expect: true
