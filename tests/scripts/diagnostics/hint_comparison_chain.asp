x = 3
print (1 < x < 5)       # expect error: and
