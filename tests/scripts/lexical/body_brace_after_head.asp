x = 3
r = { n: 3 }
if x == r.n { print "same" }
# expect: same
for y in [x] { print y }
# expect: 3
