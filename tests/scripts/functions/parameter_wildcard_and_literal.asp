f = _ x -> x
print (f 1 2)
# expect: 2
g = 0 -> "zero"
print (g 0)
# expect: zero
