print "never"
x = (1 + ]              # expect error:
y = 2
z = 12abc               # expect error:
