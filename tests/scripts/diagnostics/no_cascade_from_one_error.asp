print "never"
x = undefined_thing     # expect error: undefined_thing
print (x + 1)
y = x * 2
