# A sum of calls of about 5 µs each.
work = n -> { t = n; for i in 0..500 { t = (t * 7 + i) % 1009 }; t }
total = 0
for x in 0..100_000 { total += work x }
print total
# expect: 50399840
