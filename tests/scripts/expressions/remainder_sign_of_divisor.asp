print (7 % 3)
# expect: 1
print (-7 % 3)
# expect: 2
print (7 % -3)
# expect: -2
print (-7 % -3)
# expect: -1
print (6 % -3)
# expect: 0
