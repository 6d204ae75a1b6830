# The containers on the way to a part may be shared, each in its own way.
f = w -> {
    zs = w.a.xs
    zs[0] = 9
    w.a.xs = zs
    w
}
w = { a: { xs: [1, 2] } }
print (f w)
# expect: { a: { xs: [9, 2] } }
print w
# expect: { a: { xs: [1, 2] } }
g = m i -> {
    r = m[i].xs
    r[0] = 9
    m[i].xs = r
    m
}
m = [{ xs: [1] }, { xs: [2] }]
print (g m 1)
# expect: [{ xs: [1] }, { xs: [9] }]
print m
# expect: [{ xs: [1] }, { xs: [2] }]
print (g m[..1] 0)
# expect: [{ xs: [9] }]
print m
# expect: [{ xs: [1] }, { xs: [2] }]
h = t -> {
    r = t.0.xs
    r[0] = 9
    t.0.xs = r
    t
}
t = ({ xs: [1] }, 2)
print (h t)
# expect: ({ xs: [9] }, 2)
print t
# expect: ({ xs: [1] }, 2)
d = ["a": [[1]]]
k = d a -> {
    r = d[a][0]
    r[0] = 9
    d[a][0] = r
    d
}
print (k d "a")
# expect: ["a": [[9]]]
print d
# expect: ["a": [[1]]]
l = m i -> {
    r = m[i][0]
    r[0] = 9
    m[i][0] = r
    m
}
n = [[[1]], [[2]]]
print (l n 1)
# expect: [[[1]], [[9]]]
print n
# expect: [[[1]], [[2]]]
whole = [[[1]], [[2]], [[3]]]
print (l whole[1..] 0)
# expect: [[[9]], [[3]]]
print whole
# expect: [[[1]], [[2]], [[3]]]
