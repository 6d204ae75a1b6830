count = n acc -> if n == 0 { acc } else { count (n - 1) (acc + 1) }
print (count 1000000 0)
# expect: 1000000
