v = { next: None }
for _ in 0..50000 { v = { next: ["k": v] } }
w = v
print (v == w)
# expect: true
print (len (show v) > 500000)
# expect: true
