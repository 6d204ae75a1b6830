print 1.5
# expect: 1.5
print 6.02e23
# expect: 6.02e23
print 1e5
# expect: 100000.0
print (type_of 1e5)
# expect: Float
print 2.5e-3
# expect: 0.0025
print 1_000.25
# expect: 1000.25
