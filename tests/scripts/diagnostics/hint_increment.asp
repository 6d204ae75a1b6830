x = 1
x++                     # expect error: += 1
