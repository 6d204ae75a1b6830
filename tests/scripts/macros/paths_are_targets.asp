syntax a 'swap b { tmp = a; a = b; b = tmp }
r = { p: [1, 2], q: 3 }
r.p[1] swap r.q
print r
# expect: { p: [1, 3], q: 2 }
