# A task that is woken to be cancelled leaves all queues, however many there are.
channels = map (i -> channel 0) (0..3000)
fib = n -> if n < 2 { n } else { (fib (n - 1)) + (fib (n - 2)) }
wait = () -> {
    unfinished = fib 10
    cases = map (ch -> on ch (v -> unfinished)) channels
    select cases
}
cancelled = () -> {
    t = spawn wait ()
    for i in 0..20 { task.yield () }
    task.cancel t
    try (await t)
}
print (cancelled () is Err (Cancelled _))               # expect: true
print (cancelled () is Err (Cancelled _))               # expect: true
for i in 0..20 { map (x -> bytes (repeat 1000 x)) (0..250) |> map (x -> x) }      # so that what is gone is used again
t = spawn send (last channels) 5
u = spawn select (map (ch -> on ch identity) channels)
print (await u)                                         # expect: Some 5
