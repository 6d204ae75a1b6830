a = { x: 1, y: 2 }
b = { y: 2, x: 1 }
print a
# expect: { x: 1, y: 2 }
print b
# expect: { y: 2, x: 1 }
