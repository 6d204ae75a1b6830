# A loop with an effect in each of its iterations, about 100 µs: they stand in order.
work = n -> { t = n; for i in 0..3000 { t = (t * 7 + i) % 1009 }; t }
count = cell 0
for x in 0..5000 { w = work x; cell.update (n -> n + w) count }
print (cell.get count)
# expect: 2520948
