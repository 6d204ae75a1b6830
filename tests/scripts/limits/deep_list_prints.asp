xs = []
for _ in 0..100000 { xs = [xs] }
s = show xs
print (len s)
# expect: 200002
print (string.starts_with? "[[[[" s)
# expect: true
