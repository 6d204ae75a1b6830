x = 5
a = { x }
print a
# expect: 5
b = { x, }
print b
# expect: { x: 5 }
c = { y = 2; x + y }
print c
# expect: 7
print ({:})
# expect: {:}
