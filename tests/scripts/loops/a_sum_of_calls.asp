# The next iterations begin before `total` has the value of this one.
work = n -> { t = n; for i in 0..300 { t = (t * 7 + i) % 1009 }; t }
total = 0
for x in 0..60 { total += work x }
print total
again = 0
for x in list (0..60) { again += work x }
print (again == total)
backwards = 0
for x in reverse (list (0..60)) { backwards = backwards + work x }
print (backwards == sum (map work (list (0..60))))
# expect: 32324
# expect: true
# expect: true
