fib = n -> if n < 2 { n } else { fib (n - 1) + fib (n - 2) }

result = fib 35
assert (result == 9227465)
print result
