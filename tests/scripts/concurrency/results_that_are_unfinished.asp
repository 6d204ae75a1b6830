fib = n -> if n < 2 { n } else { a = fib (n - 1); b = fib (n - 2); a + b }
t = spawn { a = fib 10; b = fib 9; (a, [b]) }
print (await t)            # expect: (55, [34])
g = fiber { a = fib 8; b = fib 7; yield (a, b) }
print (g ())               # expect: Some (21, 13)
print (gather (n -> [fib n, fib (n + 1)]) [1, 5])   # expect: [[1, 1], [5, 8]]
