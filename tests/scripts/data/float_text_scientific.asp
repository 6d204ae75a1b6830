print 1e16
# expect: 1e16
print 1e22
# expect: 1e22
print 1.5e-7
# expect: 1.5e-7
print 0.00001
# expect: 1e-5
print 0.000099
# expect: 9.9e-5
print 12345678901234567.0
# expect: 1.2345678901234568e16
print -1e-10
# expect: -1e-10
