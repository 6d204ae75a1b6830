even? = n -> if n == 0 { true } else { odd? (n - 1) }
odd? = n -> if n == 0 { false } else { even? (n - 1) }
print (even? 1000000)
# expect: true
