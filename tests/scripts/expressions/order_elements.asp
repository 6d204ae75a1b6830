t = n -> { print n; n }
xs = [t 1, t 2, t 3]
# expect: 1
# expect: 2
# expect: 3
p = (t 4, t 5)
# expect: 4
# expect: 5
r = { b: t 6, a: t 7 }
# expect: 6
# expect: 7
d = [(t 8): t 9]
# expect: 8
# expect: 9
print "{xs} {p} {r} {d}"
# expect: [1, 2, 3] (4, 5) { b: 6, a: 7 } [8: 9]
