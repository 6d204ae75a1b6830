print (7.5 // 2)
# expect: 3.0
print (-7.5 // 2)
# expect: -4.0
print (7.5 % 2)
# expect: 1.5
print (-7.5 % 2)
# expect: 0.5
print (7.5 % -2)
# expect: -0.5
