add = a b -> a + b
print (add 1 2 3)       # expect error: or an argument is too many
