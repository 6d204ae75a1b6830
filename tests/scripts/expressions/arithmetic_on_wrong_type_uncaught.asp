x = "text"
print (x * 2)     # expect error: TypeError
