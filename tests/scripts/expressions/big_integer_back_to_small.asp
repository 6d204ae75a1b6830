x = 2 ** 80
y = x // 2 ** 78
print y
# expect: 4
print (y == 4)
# expect: true
