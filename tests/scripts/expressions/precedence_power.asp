print (2 ** 3 ** 2)
# expect: 512
print (-2 ** 2)
# expect: -4
print ((-2) ** 2)
# expect: 4
print (2 * 3 ** 2)
# expect: 18
print (2 ** -1)
# expect: 0.5
