x = 5
print (x 3)       # expect error: TypeError
