print (2 + 3 * 4)
# expect: 14
print (2 * 3 + 4)
# expect: 10
print (10 - 4 - 3)
# expect: 3
print (100 // 10 // 5)
# expect: 2
print (7 - 2 * 3 % 4)
# expect: 5
print ((2 + 3) * 4)
# expect: 20
