r = { a: 1, b: [2] }
r.a, r.b = r.b, r.a
print r
# expect: { a: [2], b: 1 }
