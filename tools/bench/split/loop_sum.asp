# A sum without a call: iterations of some nanoseconds.
total = 0
for i in 0..30_000_000 { total += i * i % 7 }
print total
# expect: 59999997
