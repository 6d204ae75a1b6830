m = { stack: [], other: 1 }
print ((try { x, m.stack = pop m.stack }) is Err (IndexError _))
# expect: true
print m
# expect: { stack: [], other: 1 }
