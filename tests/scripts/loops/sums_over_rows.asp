# A loop in a loop adds to the same variable. The outer loop is halved, whatever the inner one goes through: what comes
# from a channel or a fiber is taken once, in order.
noise = i -> i * 7919 % 1009
rows = map (i -> map (k -> noise (i * k)) (0..i % 9)) (0..200)
total = d -> {
    sum = 0
    for row in d { for v in row { sum += v } }
    sum
}
print (total rows)                                           # expect: 313373
kept = d -> {
    out, high, sum = [], -1, 0.5
    for row in d {
        sum += len row / 4
        for v in row {
            if v % 7 == 3 { out |>= push v }
            if v > high { high = v }
        }
    }
    (len out, out[-1], high, sum)
}
print (kept rows)                                            # expect: (88, 129, 1005, 198.75)
print (total (map (i -> ["a": i]) (0..3) |> map values))     # expect: 3
letters = words -> {
    text = ""
    for word in words { for c in word { if c != "a" { text += c } } }
    text
}
print (letters ["banana", "papaya", "aaa"])                  # expect: bnnppy
filled = n -> {
    ch = channel n
    for i in 0..n { send ch i }
    close ch
    ch
}
# Some of the sources are channels or fibers.
sources = n -> map (i -> if i % 5 == 3 { filled 4 } else if i % 7 == 2 { fiber { yield i; yield 1 } } else { [i, 2] }) (0..n)
drained = n -> {
    sum, seen = 0, []
    for source in sources n {
        for v in source {
            sum += v
            seen |>= push v
        }
    }
    (sum, seen)
}
print (map (n -> (drained n).0) [1, 4, 9, 40])               # expect: [2, 14, 50, 723]
print ((drained 8).1)                                        # expect: [0, 2, 1, 2, 2, 1, 0, 1, 2, 3, 4, 2, 5, 2, 6, 2, 7, 2]
print (unique (map (_ -> drained 30) (0..20)) |> len)        # expect: 1
# All iterations take from one channel.
shared = n -> {
    ch = filled n
    sum = 0
    for i in 0..n {
        sum += i
        for v in ch {
            sum += v * i
            if v % 3 == 2 { break }
        }
    }
    (sum, recv ch)
}
print (map shared [1, 3, 30, 60])                            # expect: [(0, None), (3, None), (3135, None), (24570, None)]
# A sum that comes before the work of an iteration.
slow = n -> if n < 2 { n } else { slow (n - 1) + slow (n - 2) }
first = n -> {
    sum, odd = 0, 0
    for i in 0..n {
        sum += noise i
        if i % 2 == 1 { odd += i }
        slow (i % 9)
    }
    (sum, odd)
}
print (first 300)                                            # expect: (151509, 22500)
