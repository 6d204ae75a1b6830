total = 0
for i in 0..1000000 { total += i }
print total
# expect: 499999500000
