r = { n: 5, xs: [7, 8] }
double = x -> x * 2
print (double r.n)
# expect: 10
print (double r.xs[1])
# expect: 16
