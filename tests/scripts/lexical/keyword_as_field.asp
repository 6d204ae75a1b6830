r = { if: 1, match: 2, in: 3, for: 4 }
print r.if
# expect: 1
print (r.match + r.in + r.for)
# expect: 9
print r
# expect: { if: 1, match: 2, in: 3, for: 4 }
