# A loop that adds up the work of its iterations, about 1 ms each.
work = n -> { t = n; for i in 0..30000 { t = (t * 7 + i) % 1009 }; t }
total = 0
for x in 0..500 { total += work x }
print total
# expect: 251984
