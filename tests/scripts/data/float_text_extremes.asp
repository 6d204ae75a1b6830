print 1.7976931348623157e308
# expect: 1.7976931348623157e308
print 5e-324
# expect: 5e-324
print 2.2250738585072014e-308
# expect: 2.2250738585072014e-308
print math.inf
# expect: inf
print (-math.inf)
# expect: -inf
print math.nan
# expect: nan
print -0.0
# expect: -0.0
