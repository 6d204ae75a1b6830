syntax 'square x { n = x; n * n }
print (1 + square 3)
# expect: 10
print [square 2, square (1 + 1)]
# expect: [4, 4]
f = n -> square n
print (f 5)
# expect: 25
