a = 5
b = 3
print (a - b)
# expect: 2
print (a-b)
# expect: 2
print (-a + b)
# expect: -2
print (a * -b)
# expect: -15
print [-a, -b]
# expect: [-5, -3]
print (-(a))
# expect: -5
