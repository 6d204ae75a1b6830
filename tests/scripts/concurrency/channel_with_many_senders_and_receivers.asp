for capacity in [0, 1, 5, 1000] {
    ch = channel capacity
    senders = list (0..8) |> map (k -> spawn { for i in 0..100 { send ch (k * 100 + i) } })
    receivers = list (0..4) |> map (k -> spawn { s = 0; n = 0; for v in ch { s += v; n += 1 }; (s, n) })
    task.all senders
    close ch
    got = task.all receivers
    print (sum (map (((s, n)) -> s) got), sum (map (((s, n)) -> n) got))
}
# expect: (319600, 800)
# expect: (319600, 800)
# expect: (319600, 800)
# expect: (319600, 800)
