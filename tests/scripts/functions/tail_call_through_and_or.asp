down = n -> n == 0 or down (n - 1)
print (down 1000000)
# expect: true
all_positive = n -> n >= 0 and (n == 0 or all_positive (n - 1))
print (all_positive 1000000)
# expect: true
