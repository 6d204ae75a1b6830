nan = math.nan
print (nan == nan)
# expect: false
print ([nan] == [nan])
# expect: false
