# A loop that counts by itself and adds up the work of its iterations, about 1 ms each.
work = n -> { t = n; for i in 0..30000 { t = (t * 7 + i) % 1009 }; t }
total = 0
i = 0
while i < 500 { total += work i; i += 1 }
print total
# expect: 251984
