print (7 // 2)
# expect: 3
print (-7 // 2)
# expect: -4
print (7 // -2)
# expect: -4
print (-7 // -2)
# expect: 3
print (6 // 3)
# expect: 2
