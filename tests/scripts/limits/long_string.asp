s = string.repeat 1000000 "ab"
print (len s)
# expect: 2000000
print s[1999999]
# expect: b
