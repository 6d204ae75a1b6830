# a million single updates of a list of a million: hours if each one copied
xs = repeat 1000000 0
for i in 0..1000000 { xs[i] = i }
print (xs[0] + xs[999999])
# expect: 999999
