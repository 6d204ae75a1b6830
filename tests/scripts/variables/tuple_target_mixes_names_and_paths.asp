m = { stack: [1, 2, 3], top: 0 }
x, m.stack = pop m.stack
print x
# expect: 3
print m
# expect: { stack: [1, 2], top: 0 }
