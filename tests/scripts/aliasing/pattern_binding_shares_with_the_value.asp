p = ([1], { xs: [2] })
(a, { xs }) = p
a[0] = 10
xs[0] = 20
print p
# expect: ([1], { xs: [2] })
print [a, xs]
# expect: [[10], [20]]
