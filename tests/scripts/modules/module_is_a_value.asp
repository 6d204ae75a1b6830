m = string
print (m.upper "a")
# expect: A
f = math.gcd 12
print (f 18)
# expect: 6
