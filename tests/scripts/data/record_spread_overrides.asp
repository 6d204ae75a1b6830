a = { x: 1, y: 2 }
print { ..a, y: 3 }
# expect: { x: 1, y: 3 }
print { ..{:}, z: 1 }
# expect: { z: 1 }
