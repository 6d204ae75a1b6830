v = None
for _ in 0..100000 { v = Some v }
print (len (show v) > 500000)
# expect: true
v = 0
print "dropped"
# expect: dropped
