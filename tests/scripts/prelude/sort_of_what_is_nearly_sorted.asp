# A sorted beginning is kept: with a few more elements, with many, and with more than it has itself.
key = p -> (p.0, "")
check = sorted more -> {
    pairs = map (i -> (i // 3, i)) (0..sorted) + map (i -> (i * 7919 % 101, sorted + i)) (0..more)
    out = sort_by key pairs
    ordered = all (i -> out[i - 1].0 < out[i].0 or out[i - 1].0 == out[i].0 and out[i - 1].1 < out[i].1) (1..len out)
    ordered and len out == sorted + more and sort pairs == out
}
print (map (sorted -> all (check sorted) [0, 1, 2, 15, 16, 17, 40, 200, 1000]) [0, 1, 2, 50, 300])
# expect: [true, true, true, true, true]

# As a queue with priorities, and with values that have no order.
queue = []
for i in 0..200 { queue = sort (push (i * 37 % 101, i) queue) }
print (queue[..3], queue[-1])     # expect: ([(0, 0), (0, 101), (1, 71)], (100, 131))
print ((try (sort [(1, 2), (3, 4), (5, "a"), (5, 1)])) is Err (TypeError _))    # expect: true
