work = n -> { t = n; for i in 0..200 { t = (t * 3 + i) % 101 }; t }
for x in 0..5 { print "{x} {work x}" }
# expect: 0 1
# expect: 1 2
# expect: 2 3
# expect: 3 4
# expect: 4 5
count = cell 0
for x in 0..10 { v = work x; cell.update (n -> n + v) count }
print (cell.get count == sum (map work (list (0..10))))       # expect: true
