fib = n -> if n < 2 { n } else { (fib (n - 1)) + (fib (n - 2)) }
print (fib 35)
# expect: 9227465
