syntax a 'swap b { tmp = a; a = b; b = tmp }
x = 1
y = 2
x swap y
print (x, y)
# expect: (2, 1)
