fib = n -> if n < 2 { n } else { a = fib (n - 1); b = fib (n - 2); a + b }
t = spawn {
    for i in 0..4 { x = fib 8; y = fib 7; print "{i}: {x + y}" }
}
await t
# expect: 0: 34
# expect: 1: 34
# expect: 2: 34
# expect: 3: 34
