a = { x: 1, y: 2 }
b = a
b.x = 10
print a
# expect: { x: 1, y: 2 }
print b
# expect: { x: 10, y: 2 }
