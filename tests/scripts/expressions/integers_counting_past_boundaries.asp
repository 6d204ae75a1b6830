n = 2 ** 47 - 2
for _ in 0..4 { n += 1 }
print n
# expect: 140737488355330
n = 2 ** 63 - 2
for _ in 0..4 { n += 1 }
print n
# expect: 9223372036854775810
n = 2 ** 64 + 1
for _ in 0..4 { n -= 1 }
print n
# expect: 18446744073709551613
