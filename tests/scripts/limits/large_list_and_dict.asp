xs = list (0..500000)
d = [:]
for x in xs { d[x] = x + 1 }
print [len d, d[499999], sum (values d)]
# expect: [500000, 500000, 125000250000]
