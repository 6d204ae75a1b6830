print (1 == 1.0)
# expect: true
print ([1, (2,)] == [1.0, (2.0,)])
# expect: true
print (0.0 == -0.0)
# expect: true
