print 42
# expect: 42
print 1_000_000
# expect: 1000000
print 0
# expect: 0
