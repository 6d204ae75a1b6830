# A call replaces a part, and another argument has a pattern that takes the same part.
keep = a b -> {
    a |>= push 7
    [a, b]
}
by_if = d k -> {
    d[k] = keep d[k] (if get k d is Some xs { push 1 xs } else { [] })
    d
}
print (by_if [1: [0]] 1)
# expect: [1: [[0, 7], [0, 1]]]
by_match = d k -> {
    d[k] = d[k] |> push (match get k d { Some xs -> push 1 xs, None -> [] })
    d
}
print (by_match [1: [0]] 1)
# expect: [1: [0, [0, 1]]]
by_record = q -> {
    q.xs = keep q.xs { { xs } = q; xs |>= push 1; xs }
    q
}
print (by_record { xs: [0], y: 1 })
# expect: { xs: [[0, 7], [0, 1]], y: 1 }
deeper = s k -> {
    s.d[k] = s.d[k] |> push (get k s.d is Some xs and { xs |>= push 1; len xs == 2 })
    s
}
print (deeper { d: [1: [0]] } 1)
# expect: { d: [1: [0, true]] }
several = d k f -> {
    d[k], n = f d[k] (if get k d is Some xs { push 1 xs } else { [] })
    (d, n)
}
print (several [1: [0]] 1 (a b -> (push 7 a, b)))
# expect: ([1: [0, 7]], [0, 1])
