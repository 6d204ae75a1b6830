_x = 1
xY2 = 2
even? = n -> n % 2 == 0
print (_x + xY2)
# expect: 3
print (even? 4)
# expect: true
