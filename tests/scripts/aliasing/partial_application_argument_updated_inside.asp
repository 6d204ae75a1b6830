bump = xs y -> { xs[0] += y; xs }
f = bump [1]
print (f 1)
# expect: [2]
print (f 1)
# expect: [2]
