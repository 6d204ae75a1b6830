double = x -> x * 2
print (double 3 + 1)
# expect: 7
print (double 3 ** 2)
# expect: 36
print (-double 3)
# expect: -6
print (1 + double 3 * 2)
# expect: 13
