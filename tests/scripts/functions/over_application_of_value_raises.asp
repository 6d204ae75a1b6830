f = x -> x
print (f 1 2)     # expect error: TypeError
