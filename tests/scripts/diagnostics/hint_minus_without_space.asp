n = 5
print (n -1)            # expect error: TypeError
