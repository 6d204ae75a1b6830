a = channel 0
b = channel 0
n = 50
pairs = list (0..4) |> map (k -> spawn {
    got = 0
    for i in 0..n {
        got += select [on a (v -> match v { Some x -> x, None -> 0 }), on b (v -> match v { Some x -> x, None -> 0 })]
    }
    got
})
senders = list (0..4) |> map (k -> spawn { for i in 0..n { select [sending a 1 identity, sending b 1 identity] } })
task.all senders
print (sum (task.all pairs))                                    # expect: 200
