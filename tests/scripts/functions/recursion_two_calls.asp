fib = n -> if n < 2 { n } else { fib (n - 1) + fib (n - 2) }
print (map fib (0..15))
# expect: [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377]
