print (2 ** 10)
# expect: 1024
print (2.0 ** 3)
# expect: 8.0
print (2 ** 0.5 == sqrt 2)
# expect: true
print (4 ** -2)
# expect: 0.0625
print (7 ** 0)
# expect: 1
