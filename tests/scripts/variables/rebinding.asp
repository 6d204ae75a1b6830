x = 1
print x
# expect: 1
x = "now a string"
print x
# expect: now a string
