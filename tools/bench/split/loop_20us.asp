# The same with iterations of about 20 µs.
work = n -> { t = n; for i in 0..600 { t = (t * 7 + i) % 1009 }; t }
total = 0
for x in 0..25000 { total += work x }
print total
# expect: 12598913
