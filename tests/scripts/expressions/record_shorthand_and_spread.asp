x = 1
y = 2
r = { x, y }
print r
# expect: { x: 1, y: 2 }
print { ..r, y: 5, z: 6 }
# expect: { x: 1, y: 5, z: 6 }
print r
# expect: { x: 1, y: 2 }
print { x, }
# expect: { x: 1 }
