print (2 ** 2000 < math.inf)
# expect: true
print (-(2 ** 2000) > -math.inf)
# expect: true
print (1 < math.nan or 1 > math.nan or 1 == math.nan)
# expect: false
print (math.nan == math.nan)
# expect: false
print (math.nan != math.nan)
# expect: true
