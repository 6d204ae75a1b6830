a = n -> if n == 0 { 0 } else { 1 + b (n - 1) }
b = n -> if n == 0 { 0 } else { 1 + a (n - 1) }
print (a 300000)
# expect: 300000
