print ((-3) ** 3)
# expect: -27
print (2 ** -2 ** 2)
# expect: 0.0625
