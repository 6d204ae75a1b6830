both = xs -> (xs, xs)
with_length = xs -> (xs, len xs)
given = xs -> (xs, [xs])

a, b = both [1]
a[0] = 2
b[0] += 4
print "{a} {b}"
# expect: [2] [5]
kept = [1]
c, n = with_length kept
c[0] = n + 6
print "{kept} {c}"
# expect: [1] [7]
d, nested = given [1]
d[0] = 3
nested[0][0] = 4
print "{d} {nested}"
# expect: [3] [[4]]
held = both [1]
keep = () -> held
e, f = keep ()
e[0] = 9
f[0] = 8
print "{held} {e} {f}"
# expect: ([1], [1]) [9] [8]
g = match keep () { (x, y) | x == [2] -> x, (x, y) -> { x[0] = 7; y[0] = 6; x + y } }
print "{held} {g}"
# expect: ([1], [1]) [7, 6]
