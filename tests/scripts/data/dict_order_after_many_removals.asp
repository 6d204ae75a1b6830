d = [:]
for i in 0..100 { d[i] = i * i }
for i in 0..100 { if i % 10 != 0 { d = remove i d } }
print (keys d)
# expect: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]
d[5] = 1
print (last (keys d))
# expect: 5
