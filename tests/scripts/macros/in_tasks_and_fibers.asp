syntax 'both a b { t = spawn a; u = spawn b; (await t, await u) }
t = 1
print (both (t + 1) (t + 2))
# expect: (2, 3)
syntax 'countdown n { fiber { i = n; while i > 0 { yield i; i -= 1 } } }
for i in countdown 2 { print i }
# expect: 2
# expect: 1
