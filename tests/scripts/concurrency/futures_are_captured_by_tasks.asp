fib = n -> if n < 2 { n } else { a = fib (n - 1); b = fib (n - 2); a + b }
f = n -> {
    x = fib n
    y = fib (n - 1)
    t = spawn x + y
    ch = channel 1
    z = fib (n - 2)
    send ch [z]
    c = cell (fib (n - 3))
    w = fib (n - 4)
    cell.update (v -> (v, w)) c
    (await t, recv ch, cell.get c)
}
print (f 12)               # expect: (233, Some [55], (34, 21))
