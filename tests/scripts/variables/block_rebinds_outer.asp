x = 1
if true { x = 2 }
print x
# expect: 2
for i in 0..3 { x += i }
print x
# expect: 5
while x < 10 { x *= 2 }
print x
# expect: 10
