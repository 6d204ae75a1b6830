depth = n -> if n == 0 { 0 } else { 1 + depth (n - 1) }
print (depth 1000000)
# expect: 1000000
