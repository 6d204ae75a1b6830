f = x -> x
g = x -> x
print (f == f)
# expect: true
print (f == g)
# expect: false
