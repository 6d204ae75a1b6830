total = 1
syntax 'both e { f = total -> total + 1; f total + e }
print (both 2) # expect error: unknown name
