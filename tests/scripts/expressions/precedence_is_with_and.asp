x = Some 3
print (x is Some _ and true)
# expect: true
print (1 + 1 is 2)
# expect: true
print (not x is None)
# expect: true
