even? = n -> if n == 0 { true } else { odd? (n - 1) }
odd? = n -> if n == 0 { false } else { even? (n - 1) }
print [even? 10, odd? 10, even? 7, odd? 7]
# expect: [true, false, false, true]
