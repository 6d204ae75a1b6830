apply_n = n f x -> if n == 0 { x } else { apply_n (n - 1) f (f x) }
print (apply_n 10 (x -> x * 2) 1)
# expect: 1024
