box = xs -> { inside: xs }
a = [1]
r = box a
a[0] = 2
r.inside[0] += 10
print [a, r.inside]
# expect: [[2], [11]]
