print "start"
# expect: start
for (a, b) in [(1, 2), (3, 4, 5)] { print (a + b) }   # expect error: (3, 4, 5)
# expect: 3
